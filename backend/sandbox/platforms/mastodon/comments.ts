import type { RequestedComment, ReceivedReply, SandboxContext } from '../sandbox-platform.ts';
import { fullName, type Accounts } from './accounts.ts';
import { nextId } from './ids.ts';
import type { MastodonAccount, MastodonEntry, MastodonStore } from './mastodon-store.ts';
import type { Status } from './status.ts';

/** Comments by other people, which the control API adds, edits and deletes. */
export class MastodonComments {
  readonly #context: SandboxContext;
  readonly #store: MastodonStore;
  readonly #accounts: Accounts;
  readonly #commit: (entry: MastodonEntry) => void;

  constructor(
    context: SandboxContext,
    store: MastodonStore,
    accounts: Accounts,
    commit: (entry: MastodonEntry) => void,
  ) {
    this.#context = context;
    this.#store = store;
    this.#accounts = accounts;
    this.#commit = commit;
  }

  add({ remoteId, parentId, author, text, bot, unannounced }: RequestedComment): string | null {
    const post = this.#store.status(remoteId);
    const parent = this.#store.status(parentId ?? remoteId);
    if (!post || !parent || !this.#isUnder(parent, post)) return null;
    const { host } = post;
    const { id: accountId } = this.#accounts.commenter(host, author, bot);
    const status = {
      id: nextId(this.#context.now()),
      host,
      accountId,
      // Mentions come first, as Mastodon's app writes them: an account gets a notification only when it is mentioned.
      text: [...this.#mentionsOf([parent, post], accountId), text].join(' '),
      spoilerText: '',
      visibility: parent.visibility,
      sensitive: false,
      language: 'en',
      inReplyToId: parent.id,
      mediaIds: [],
      published: false,
      ...(unannounced && { unannounced }),
    };
    this.#commit({ type: 'status', status, key: null });
    return status.id;
  }

  replies(): readonly ReceivedReply[] {
    return [...this.#store.statuses()].flatMap((status) => {
      const { id, host, accountId, inReplyToId, text, createdAt, published } = status;
      if (!published || inReplyToId === null) return [];
      const account = this.#accounts.byId(host, accountId);
      const author = account ? fullName(account) : accountId;
      const reply = { platform: 'mastodon', author, remoteId: id, parentId: inReplyToId, text };
      return [{ ...reply, receivedAt: new Date(createdAt).toISOString() }];
    });
  }

  edit(id: string, text: string): boolean {
    const status = this.#comment(id);
    if (!status) return false;
    const names = /^(?:@\S+ )*/.exec(status.text)?.[0] ?? '';
    const change = { text: names + text, editedAt: this.#context.now() };
    this.#commit({ type: 'changed', id, change });
    return true;
  }

  delete(id: string): boolean {
    if (!this.#comment(id)) return false;
    this.#commit({ type: 'deleted', id });
    return true;
  }

  #comment(id: string): Status | null {
    const status = this.#store.status(id);
    return status && status.inReplyToId !== null ? status : null;
  }

  #isUnder(status: Status, post: Status): boolean {
    if (status.id === post.id) return true;
    const parent = status.inReplyToId === null ? undefined : this.#store.status(status.inReplyToId);
    return parent !== undefined && this.#isUnder(parent, post);
  }

  #mentionsOf(statuses: readonly Status[], author: string): readonly string[] {
    const nameOf = ({ username, domain }: MastodonAccount): string =>
      domain ? `@${username}@${domain}` : `@${username}`;
    const people = statuses.flatMap(({ host, accountId }) => this.#accounts.byId(host, accountId) ?? []);
    return [...new Set(people.filter(({ id }) => id !== author).map(nameOf))];
  }
}
