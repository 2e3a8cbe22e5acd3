import { finalCall } from '../../faults/final-call.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Params, Route } from '../../http/router.ts';
import type { MetaComment } from '../meta/comment-book.ts';
import { readForm } from '../meta/graph-form.ts';
import { graphTime, sendList } from '../meta/graph-host.ts';
import { instagramFaults, invalidParameter, missingObject, numericId } from '../meta/graph-refusal.ts';
import { nextId } from '../meta/ids.ts';
import type { LinkedInstagram } from '../meta/people.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import type { InstagramCaller, InstagramDoor } from './instagram-door.ts';
import type { InstagramEntry, InstagramStore, InstagramMedia } from './instagram-store.ts';

const PAGE_MAX = 50;
/** How many replies a comment includes. */
const REPLIES_SHOWN = 25;
const TEXT_MAX = 2_200;
const SCOPE = 'instagram_manage_comments';

/** Comments on media and replies to them; there is one level of replies. */
export class InstagramCommentRoutes {
  readonly routes: readonly Route[] = [
    {
      method: 'GET',
      pattern: '/:id/comments',
      run: (exchange, params) => {
        this.#list(exchange, params);
      },
    },
    {
      method: 'GET',
      pattern: '/:id/replies',
      run: (exchange, params) => {
        this.#listReplies(exchange, params);
      },
    },
    { method: 'POST', pattern: '/:id/replies', run: (exchange, params) => this.#reply(exchange, params) },
    { method: 'POST', pattern: '/:id', run: (exchange, params) => this.#hide(exchange, params) },
  ];

  readonly #context: SandboxContext;
  readonly #app: InstagramDoor;
  readonly #store: InstagramStore;
  readonly #commit: (entry: InstagramEntry) => void;

  constructor(
    context: SandboxContext,
    app: InstagramDoor,
    store: InstagramStore,
    commit: (entry: InstagramEntry) => void,
  ) {
    this.#context = context;
    this.#app = app;
    this.#store = store;
    this.#commit = commit;
  }

  has(id: string): boolean {
    return this.#store.comments.get(id) !== undefined;
  }

  /** The number of comments of a medium in the API, including replies. */
  count(mediaId: string): number {
    return this.#store.comments.on(mediaId).filter(({ unannounced }) => !unannounced).length;
  }

  /** @throws Refusal */
  read(exchange: Exchange, id: string): void {
    const { instagram } = this.#caller(exchange);
    exchange.reply(200, this.#view(this.#commentOf(exchange, instagram, id), instagram));
  }

  /** @throws Refusal */
  delete(exchange: Exchange, id: string): void {
    const { instagram } = this.#caller(exchange);
    this.#commit({ type: 'comment deleted', id: this.#commentOf(exchange, instagram, id).id });
    exchange.reply(200, { success: true });
  }

  /** First-level comments, newest first; the API has no filter by time. */
  #list(exchange: Exchange, { id = '' }: Params): void {
    const { instagram } = this.#caller(exchange);
    const media = this.#media(exchange, instagram, id);
    const top = this.#visibleComments(media.id).filter(({ parentId }) => parentId === null);
    sendList(exchange, [...top].reverse(), (comment) => this.#withReplies(comment, instagram, exchange), {
      most: PAGE_MAX,
    });
  }

  #withReplies(comment: MetaComment, instagram: LinkedInstagram, exchange: Exchange): object {
    const withReplies = exchange.query.get('fields')?.includes('replies') ?? false;
    const replies = withReplies ? this.#repliesTo(comment) : [];
    const shown = replies.slice(0, REPLIES_SHOWN);
    if (shown.length === 0) return this.#view(comment, instagram);
    const after = shown.at(-1)?.id ?? '';
    const next = `https://${exchange.host}/${comment.id}/replies?after=${after}`;
    const paging = {
      cursors: { before: shown[0]?.id, after },
      ...(replies.length > shown.length && { next }),
    };
    const data = shown.map((reply) => this.#view(reply, instagram));
    return { ...this.#view(comment, instagram), replies: { data, paging } };
  }

  #listReplies(exchange: Exchange, { id = '' }: Params): void {
    const { instagram } = this.#caller(exchange);
    const comment = this.#commentOf(exchange, instagram, id);
    sendList(exchange, this.#repliesTo(comment), (reply) => this.#view(reply, instagram), {
      most: PAGE_MAX,
    });
  }

  async #reply(exchange: Exchange, { id = '' }: Params): Promise<void> {
    const { fields } = await readForm(exchange, this.#context.blobs, 0);
    const { instagram, names } = this.#caller(exchange, fields);
    const call = { platform: 'instagram', names, words: instagramFaults(instagram.id) };
    finalCall(exchange, this.#context.faults, call, () => {
      const repliedTo = this.#commentOf(exchange, instagram, id);
      const text = fields.get('message') ?? '';
      if (text.trim() === '') throw invalidParameter('The parameter message is required');
      if (Array.from(text).length > TEXT_MAX) throw invalidParameter('The message is too long.');
      const { id: parentId, postId, hidden } = this.#store.comments.topOf(repliedTo);
      if (hidden || repliedTo.hidden) throw invalidParameter('A hidden comment takes no replies.');
      const newId = nextId(this.#context.now());
      const by = { author: instagram.username, isOwn: true, unannounced: false };
      this.#commit({ type: 'comment', comment: { id: newId, postId, parentId, text, ...by } });
      return { id: newId };
    });
  }

  async #hide(exchange: Exchange, { id = '' }: Params): Promise<void> {
    const { fields } = await readForm(exchange, this.#context.blobs, 0);
    const { instagram } = this.#caller(exchange, fields);
    const comment = this.#commentOf(exchange, instagram, id);
    const hide = fields.get('hide');
    if (hide !== 'true' && hide !== 'false') throw invalidParameter('The parameter hide is required');
    this.#commit({ type: 'comment hidden', id: comment.id, hidden: hide === 'true' });
    exchange.reply(200, { success: true });
  }

  /** The account of the token, which must have both permissions. @throws Refusal */
  #caller(exchange: Exchange, fields = exchange.query): InstagramCaller {
    this.#app.instagram(exchange, { scope: 'instagram_basic', fields });
    return this.#app.instagram(exchange, { scope: SCOPE, fields });
  }

  /** @throws Refusal */
  #commentOf({ method }: Exchange, { id: owner }: LinkedInstagram, id: string): MetaComment {
    const comment = this.#store.comments.get(id);
    if (!comment || this.#store.media(comment.postId)?.owner !== owner) throw missingObject(method, id);
    return comment;
  }

  /** @throws Refusal */
  #media({ method }: Exchange, { id: owner }: LinkedInstagram, id: string): InstagramMedia {
    const media = this.#store.media(id);
    if (media?.owner !== owner) throw missingObject(method, id);
    return media;
  }

  #repliesTo({ id, postId }: MetaComment): readonly MetaComment[] {
    return this.#visibleComments(postId).filter(
      (one) => one.parentId !== null && this.#store.comments.topOf(one).id === id,
    );
  }

  #visibleComments(mediaId: string): readonly MetaComment[] {
    const visibleIfCreatedBefore = this.#context.visibleIfCreatedBefore();
    return this.#store.comments.on(mediaId).filter(({ createdAt }) => createdAt <= visibleIfCreatedBefore);
  }

  /** For the account's own comment, `from` names the account; for others, it is an id specific to this application. */
  #view(comment: MetaComment, { id: owner, username }: LinkedInstagram): object {
    const { id, postId, parentId, author, isOwn, text, hidden, createdAt } = comment;
    const from = isOwn ? { id: owner, username } : { id: numericId(`igsid ${author}`, 16), username: author };
    return {
      id,
      text,
      username: from.username,
      from,
      ...(isOwn && { user: { id: owner } }),
      timestamp: graphTime(createdAt),
      hidden,
      like_count: 0,
      ...(parentId !== null && { parent_id: this.#store.comments.topOf(comment).id }),
      media: { id: postId },
    };
  }
}
