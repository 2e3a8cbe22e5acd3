import { DAY_MS } from '@posthorn/contracts/shared/durations';
import type { Exchange } from '../../http/exchange.ts';
import type { Params, Route } from '../../http/router.ts';
import type { MetaComment } from '../meta/comment-book.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { selectFields, fieldsOf, sendPage, timeIn, userIdOf, type ThreadsProfiles } from './profiles.ts';
import { invalidParameter, missingObject } from './threads-refusal.ts';
import type { ThreadsEntry, ThreadsStore } from './threads-store.ts';

/** Lists replies in two ways, reads replies and hides them. Replies are written like posts. */
export class ReplyRoutes {
  readonly routes: readonly Route[] = [
    {
      method: 'GET',
      pattern: '/v1.0/:id/conversation',
      run: (exchange, params) => this.#conversation(exchange, params),
    },
    {
      method: 'GET',
      pattern: '/v1.0/:id/replies',
      run: (exchange, params) => this.#direct(exchange, params),
    },
    {
      method: 'POST',
      pattern: '/v1.0/:id/manage_reply',
      run: (exchange, params) => this.#hide(exchange, params),
    },
  ];

  readonly #context: SandboxContext;
  readonly #store: ThreadsStore;
  readonly #profiles: ThreadsProfiles;
  readonly #commit: (entry: ThreadsEntry) => void;

  constructor(
    context: SandboxContext,
    store: ThreadsStore,
    profiles: ThreadsProfiles,
    commit: (entry: ThreadsEntry) => void,
  ) {
    this.#context = context;
    this.#store = store;
    this.#profiles = profiles;
    this.#commit = commit;
  }

  has(id: string): boolean {
    return this.#store.comments.get(id) !== undefined;
  }

  isOwn(account: string, id: string): boolean {
    const reply = this.#store.comments.get(id);
    return reply?.isOwn === true && reply.author === account;
  }

  /** The number of replies that the account wrote in the last 24 hours; zero when rate limits are off. */
  used(account: string): number {
    if (!this.#context.settings().enforceRateLimits) return 0;
    const from = this.#context.now() - DAY_MS;
    return this.#repliesBy(account).filter(({ createdAt }) => createdAt > from).length;
  }

  /** @throws Refusal */
  show(exchange: Exchange, account: string, id: string, fields: URLSearchParams): void {
    this.#profiles.authenticate(exchange, fields, 'threads_read_replies');
    exchange.reply(200, selectFields(this.#view(this.#replyTo(account, id), account), fields));
  }

  /** All replies at any depth. Possible only for a post that is not a reply. */
  async #conversation(exchange: Exchange, { id = '' }: Params): Promise<void> {
    const fields = await fieldsOf(exchange);
    const account = this.#profiles.authenticate(exchange, fields, 'threads_read_replies');
    if (this.has(id)) throw invalidParameter('The conversation of a reply cannot be read.');
    if (this.#store.post(id)?.account !== account) throw missingObject(id);
    this.#send(exchange, this.#store.comments.on(id), account, fields);
  }

  /** The direct replies to a post or a reply; for a profile, the replies that it wrote. */
  async #direct(exchange: Exchange, { id = '' }: Params): Promise<void> {
    const fields = await fieldsOf(exchange);
    const account = this.#profiles.authenticate(exchange, fields, 'threads_read_replies');
    if (id === 'me' || id === userIdOf(account)) {
      const [since, until] = ['since', 'until'].map((name) => timeIn(fields.get(name)));
      const own = this.#repliesBy(account).filter(
        ({ createdAt }) => createdAt >= (since ?? 0) && createdAt <= (until ?? this.#context.now()),
      );
      this.#send(exchange, own, account, fields);
      return;
    }
    const root = this.has(id) ? this.#replyTo(account, id).postId : id;
    if (this.#store.post(root)?.account !== account) throw missingObject(id);
    const direct = this.#store.comments.on(root).filter(({ parentId }) => (parentId ?? root) === id);
    this.#send(exchange, direct, account, fields);
  }

  #send(
    exchange: Exchange,
    oldestFirst: readonly MetaComment[],
    account: string,
    fields: URLSearchParams,
  ): void {
    const visibleIfCreatedBefore = this.#context.visibleIfCreatedBefore();
    const shown = oldestFirst.filter(({ createdAt }) => createdAt <= visibleIfCreatedBefore);
    const ordered = fields.get('reverse') === 'false' ? shown : [...shown].reverse();
    sendPage(exchange, ordered, (reply) => selectFields(this.#view(reply, account), fields), fields);
  }

  /** Hides a direct reply to the post, together with all replies under it. */
  async #hide(exchange: Exchange, { id = '' }: Params): Promise<void> {
    const fields = await fieldsOf(exchange);
    const account = this.#profiles.authenticate(exchange, fields, 'threads_manage_replies');
    const reply = this.#replyTo(account, id);
    const hide = fields.get('hide');
    if (hide !== 'true' && hide !== 'false') throw invalidParameter('Param hide is required.');
    if (reply.parentId !== null || reply.isOwn)
      throw invalidParameter('Only top-level replies of others can be hidden.');
    this.#commit({ type: 'comment hidden', id, hidden: hide === 'true' });
    exchange.reply(200, { success: true });
  }

  /** The replies that the account wrote, oldest first. */
  #repliesBy(account: string): readonly MetaComment[] {
    return this.#store
      .posts()
      .flatMap(({ id }) => this.#store.comments.on(id))
      .filter(({ id }) => this.isOwn(account, id))
      .sort((a, b) => a.createdAt - b.createdAt);
  }

  /** A reply to a post of the account. @throws Refusal */
  #replyTo(account: string, id: string): MetaComment {
    const reply = this.#store.comments.get(id);
    if (!reply || this.#store.post(reply.postId)?.account !== account) throw missingObject(id);
    return reply;
  }

  #view(reply: MetaComment, account: string): Readonly<Record<string, unknown>> {
    const { id, postId, parentId, author, text, createdAt } = reply;
    const hasReplies = this.#store.comments.on(postId).some((one) => one.parentId === id);
    return {
      id,
      media_product_type: 'THREADS',
      media_type: 'TEXT_POST',
      permalink: `${this.#context.publicUrl()}/threads/@${account}/post/${postId}?reply=${id}`,
      text,
      username: author,
      timestamp: new Date(createdAt).toISOString().replace(/\.\d+Z$/, '+0000'),
      shortcode: id,
      is_quote_post: false,
      has_replies: hasReplies,
      root_post: { id: postId },
      replied_to: { id: parentId ?? postId },
      is_reply: true,
      is_reply_owned_by_me: this.isOwn(account, id),
      hide_status: this.#store.comments.topOf(reply).hidden ? 'HIDDEN' : 'NOT_HUSHED',
    };
  }
}
