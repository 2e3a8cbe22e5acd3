import type { RequestedComment, ReceivedReply, SandboxContext } from '../sandbox-platform.ts';
import { nextId } from './ids.ts';
import type { TwitterPostView } from './post-view.ts';
import type { TwitterPost, TwitterEntry, TwitterStore } from './twitter-store.ts';

/** Comments by other people, which the control API adds, edits and deletes, and the replies that the product has published. */
export class TwitterComments {
  readonly #context: SandboxContext;
  readonly #store: TwitterStore;
  readonly #view: TwitterPostView;
  readonly #commit: (entry: TwitterEntry) => void;

  constructor(
    context: SandboxContext,
    store: TwitterStore,
    view: TwitterPostView,
    commit: (entry: TwitterEntry) => void,
  ) {
    this.#context = context;
    this.#store = store;
    this.#view = view;
    this.#commit = commit;
  }

  add({ remoteId, parentId, author, text, unannounced }: RequestedComment): string | null {
    const root = this.#store.post(remoteId);
    const parent = this.#store.post(parentId ?? remoteId);
    if (!root || !parent || this.#view.rootOf(parent).id !== this.#view.rootOf(root).id) return null;
    const account = author.toLowerCase().replace(/[^a-z0-9_]/g, '') || 'someone';
    const post = {
      id: nextId(this.#context.now()),
      account,
      text,
      // X puts these names in front of a reply. An account gets a notification only when the post names it.
      names: [...new Set([parent.account, root.account])].filter((name) => name !== account),
      mediaIds: [],
      replySettings: null,
      inReplyTo: parent.id,
      published: false,
      ...(unannounced && { unannounced }),
    };
    this.#commit({ type: 'post', post });
    return post.id;
  }

  replies(): readonly ReceivedReply[] {
    return this.#store.posts().flatMap(({ id, account, text, inReplyTo, published, createdAt }) => {
      if (!published || inReplyTo === null) return [];
      const reply = { platform: 'twitter', author: account, remoteId: id, parentId: inReplyTo, text };
      return [{ ...reply, receivedAt: new Date(createdAt).toISOString() }];
    });
  }

  edit(id: string, text: string): boolean {
    const post = this.#comment(id);
    if (post) this.#commit({ type: 'edited', id: post.id, version: nextId(this.#context.now()), text });
    return post !== null;
  }

  delete(id: string): boolean {
    const post = this.#comment(id);
    if (post) this.#commit({ type: 'deleted', id: post.id });
    return post !== null;
  }

  isHidden(id: string): boolean | null {
    const post = this.#comment(id);
    return post && post.hidden === true;
  }

  #comment(id: string): TwitterPost | null {
    const post = this.#store.post(id);
    return post && post.inReplyTo !== null ? post : null;
  }
}
