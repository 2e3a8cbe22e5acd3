import { finalCall } from '../../faults/final-call.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Params, Route } from '../../http/router.ts';
import type { MetaComment } from '../meta/comment-book.ts';
import { readForm } from '../meta/graph-form.ts';
import { graphTime, sendList } from '../meta/graph-host.ts';
import {
  graphRefusal,
  invalidParameter,
  missingObject,
  missingPermission,
  numericId,
  pageFaults,
} from '../meta/graph-refusal.ts';
import { nextId } from '../meta/ids.ts';
import type { MetaApp } from '../meta/meta-app.ts';
import { knownAs, pageNames, type FacebookPage } from '../meta/people.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import type { FacebookEntry, FacebookStore, FacebookPost } from './facebook-store.ts';

const TEXT_MAX = 8_000;
const ENGAGE = 'pages_manage_engagement';
/** Comments by this author leave out `from`, because privacy settings hide the author. */
const PRIVATE = 'private';

/** Creates the id of a comment as in lists: the post’s number without that of the Page, then a new number. */
export const commentId = ({ id }: FacebookPost, now: number): string =>
  `${id.split('_')[1] ?? ''}_${nextId(now)}`;

/** Comments on posts of Pages, and replies to them. */
export class FacebookCommentRoutes {
  readonly routes: readonly Route[] = [
    {
      method: 'GET',
      pattern: '/:id/comments',
      run: (exchange, params) => {
        this.#list(exchange, params);
      },
    },
    { method: 'POST', pattern: '/:id/comments', run: (exchange, params) => this.#write(exchange, params) },
    { method: 'POST', pattern: '/:id', run: (exchange, params) => this.#change(exchange, params) },
  ];

  readonly #context: SandboxContext;
  readonly #app: MetaApp;
  readonly #store: FacebookStore;
  readonly #commit: (entry: FacebookEntry) => void;

  constructor(
    context: SandboxContext,
    app: MetaApp,
    store: FacebookStore,
    commit: (entry: FacebookEntry) => void,
  ) {
    this.#context = context;
    this.#app = app;
    this.#store = store;
    this.#commit = commit;
  }

  has(id: string): boolean {
    return this.#store.comments.get(id) !== undefined;
  }

  /** @throws Refusal */
  read(exchange: Exchange, id: string): void {
    const page = this.#reader(exchange);
    exchange.reply(200, this.#view(this.#commentOf(exchange, page, id), page));
  }

  /** @throws Refusal */
  delete(exchange: Exchange, id: string): void {
    const page = this.#app.page(exchange, { scope: ENGAGE });
    this.#commit({ type: 'comment deleted', id: this.#commentOf(exchange, page, id).id });
    exchange.reply(200, { success: true });
  }

  /** Returns a function that adds the number of comments to a post, if the request asks for this number. @throws Refusal */
  counting(exchange: Exchange): (postId: string) => object {
    const fields = exchange.query.get('fields') ?? '';
    const [commentsField] = /(?:^|,)comments(?:\.\w+\([^)]*\))*/.exec(fields) ?? [];
    if (commentsField === undefined) return () => ({});
    this.#reader(exchange);
    const isStream = commentsField.includes('filter(stream)');
    return (postId) => {
      const counted = this.#store.comments.on(postId).filter(({ unannounced }) => !unannounced);
      const count = counted.filter(({ parentId }) => isStream || parentId === null).length;
      const total = this.#context.counters.countOf('facebook', postId, 'comments', count);
      if (total === undefined) return {};
      return { comments: { data: [], summary: { order: 'chronological', total_count: total } } };
    };
  }

  #list(exchange: Exchange, { id = '' }: Params): void {
    const { page } = this.#app.authenticate(exchange, 'facebook');
    // Only a Page sees comments on its posts. Any other token gets an empty list without an error.
    if (!page) {
      exchange.reply(200, { data: [] });
      return;
    }
    this.#reader(exchange);
    const { query } = exchange;
    const listed = this.#commentsUnder(page, exchange, id)
      .filter(({ parentId }) => query.get('filter') === 'stream' || (parentId ?? id) === id)
      .filter(({ createdAt }) => createdAt <= this.#context.visibleIfCreatedBefore());
    const ordered = query.get('order') === 'reverse_chronological' ? [...listed].reverse() : listed;
    const total = listed.filter(({ unannounced }) => !unannounced).length;
    const summary = { order: query.get('order') ?? 'chronological', total_count: total, can_comment: true };
    sendList(exchange, ordered, (comment) => this.#view(comment, page), {
      extraFields: query.has('summary') ? { summary } : {},
    });
  }

  /** Comments on a post, or replies to a comment. @throws Refusal */
  #commentsUnder(page: FacebookPage, exchange: Exchange, id: string): readonly MetaComment[] {
    if (!this.has(id)) return this.#store.comments.on(this.#post(page, exchange, id).id);
    const { postId } = this.#commentOf(exchange, page, id);
    return this.#store.comments.on(postId).filter(({ parentId }) => parentId === id);
  }

  async #write(exchange: Exchange, { id = '' }: Params): Promise<void> {
    const { fields } = await readForm(exchange, this.#context.blobs, 0);
    const page = this.#app.page(exchange, { scope: ENGAGE, fields });
    if (!page.tasks.includes('MODERATE')) throw missingPermission('MODERATE');
    const call = { platform: 'facebook', names: pageNames(page), words: pageFaults(page.id) };
    finalCall(exchange, this.#context.faults, call, () => this.#accept(exchange, page, id, fields));
  }

  #accept(exchange: Exchange, page: FacebookPage, id: string, fields: URLSearchParams): object {
    const text = checkedText(fields);
    const repliedTo = this.has(id) ? this.#commentOf(exchange, page, id) : null;
    const post = this.#post(page, exchange, repliedTo?.postId ?? id);
    // A reply to a reply is stored under the first comment of the thread.
    const parentId = repliedTo && this.#store.comments.topOf(repliedTo).id;
    const newId = commentId(post, this.#context.now());
    const by = { author: knownAs(page), isOwn: true, unannounced: false };
    this.#commit({ type: 'comment', comment: { id: newId, postId: post.id, parentId, text, ...by } });
    return { id: newId };
  }

  /** Hides or shows a comment. A call with a message edits the comment; it does not reply. */
  async #change(exchange: Exchange, { id = '' }: Params): Promise<void> {
    const { fields } = await readForm(exchange, this.#context.blobs, 0);
    const page = this.#app.page(exchange, { scope: ENGAGE, fields });
    const comment = this.#commentOf(exchange, page, id);
    const hidden = fields.get('is_hidden');
    if (hidden !== null) {
      if (comment.isOwn) throw graphRefusal(1446036, 'This comment can not be hidden.');
      if (hidden !== 'true' && hidden !== 'false') throw invalidParameter('is_hidden must be true or false.');
      this.#commit({ type: 'comment hidden', id, hidden: hidden === 'true' });
    } else {
      const text = checkedText(fields);
      if (!comment.isOwn) throw graphRefusal(200, '(#200) Permissions error', { status: 403 });
      this.#commit({ type: 'comment edited', id, text });
    }
    exchange.reply(200, { success: true });
  }

  /** Returns the calling Page, if it may read other people’s comments. @throws Refusal */
  #reader(exchange: Exchange): FacebookPage {
    this.#app.page(exchange, { scope: 'pages_read_engagement' });
    return this.#app.page(exchange, { scope: 'pages_read_user_content' });
  }

  /** @throws Refusal */
  #commentOf(exchange: Exchange, page: FacebookPage, id: string): MetaComment {
    const comment = this.#store.comments.get(id);
    if (!comment || this.#store.post(comment.postId)?.pageId !== page.id)
      throw missingObject(exchange.method, id);
    return comment;
  }

  /** @throws Refusal */
  #post(page: FacebookPage, exchange: Exchange, id: string): FacebookPost {
    const post = this.#store.post(id);
    if (post?.pageId !== page.id) throw missingObject(exchange.method, id);
    return post;
  }

  #view(comment: MetaComment, page: FacebookPage): object {
    const { id, postId, parentId, author, isOwn, text, hidden, createdAt } = comment;
    const from = isOwn
      ? { id: page.id, name: page.name }
      : { id: numericId(`person ${author}`, 16), name: author };
    const replyCount = this.#store.comments.on(postId).filter((one) => one.parentId === id).length;
    return {
      id,
      message: text,
      ...(!author.startsWith(PRIVATE) && { from }),
      created_time: graphTime(createdAt),
      ...(parentId !== null && { parent: { id: parentId } }),
      is_hidden: hidden,
      can_comment: true,
      can_hide: !isOwn,
      comment_count: replyCount,
      permalink_url: `${this.#context.publicUrl()}/facebook/posts/${postId}?comment_id=${id.split('_')[1] ?? ''}`,
    };
  }
}

/** @throws Refusal */
function checkedText(fields: URLSearchParams): string {
  const text = fields.get('message') ?? '';
  if (text.trim() === '') throw invalidParameter('A comment needs a message.');
  if (Array.from(text).length > TEXT_MAX) throw invalidParameter('The message is too long.');
  return text;
}
