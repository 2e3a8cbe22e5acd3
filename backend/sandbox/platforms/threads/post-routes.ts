import { DAY_MS } from '@posthorn/contracts/shared/durations';
import { finalCall } from '../../faults/final-call.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Params, Route } from '../../http/router.ts';
import { nextId } from '../mastodon/ids.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { statusOf } from './container-routes.ts';
import { selectFields, fieldsOf, names, sendPage, timeIn, type ThreadsProfiles } from './profiles.ts';
import type { ReplyRoutes } from './reply-routes.ts';
import {
  faultWords,
  invalidParameter,
  mediaNotFound,
  missingObject,
  quotaUsedUp,
} from './threads-refusal.ts';
import type { ThreadsContainer, ThreadsPost, ThreadsEntry, ThreadsStore } from './threads-store.ts';

const POSTS_PER_DAY = 250;
const DELETES_PER_DAY = 100;
const REPLIES_PER_DAY = 1000;
const MEDIA_TYPES = {
  TEXT: 'TEXT_POST',
  IMAGE: 'IMAGE',
  VIDEO: 'VIDEO',
  CAROUSEL: 'CAROUSEL_ALBUM',
} as const;

export const pageOf = ({ account, id }: Pick<ThreadsPost, 'account' | 'id'>): string =>
  `/threads/@${account}/post/${id}`;

/** Publishes containers; reads and deletes posts. */
export class ThreadsPostRoutes {
  readonly routes: readonly Route[] = [
    {
      method: 'POST',
      pattern: '/v1.0/:user/threads_publish',
      run: (exchange, params) => this.#publish(exchange, params),
    },
    {
      method: 'GET',
      pattern: '/v1.0/:user/threads_publishing_limit',
      run: (exchange, params) => this.#quota(exchange, params),
    },
    {
      method: 'GET',
      pattern: '/v1.0/:user/threads',
      run: (exchange, params) => this.#list(exchange, params),
    },
    { method: 'GET', pattern: '/v1.0/:id', run: (exchange, params) => this.#show(exchange, params) },
    { method: 'DELETE', pattern: '/v1.0/:id', run: (exchange, params) => this.#delete(exchange, params) },
  ];

  readonly #context: SandboxContext;
  readonly #store: ThreadsStore;
  readonly #profiles: ThreadsProfiles;
  readonly #commit: (entry: ThreadsEntry) => void;
  readonly #replies: ReplyRoutes;
  #deletions: Readonly<{ account: string; at: number }>[] = [];

  constructor(
    context: SandboxContext,
    store: ThreadsStore,
    profiles: ThreadsProfiles,
    commit: (entry: ThreadsEntry) => void,
    replies: ReplyRoutes,
  ) {
    this.#context = context;
    this.#store = store;
    this.#profiles = profiles;
    this.#commit = commit;
    this.#replies = replies;
  }

  reset(): void {
    this.#deletions = [];
  }

  async #publish(exchange: Exchange, { user = '' }: Params): Promise<void> {
    const fields = await fieldsOf(exchange);
    const account = this.#profiles.owner(exchange, fields, user, 'threads_content_publish');
    const call = { platform: 'threads', names: names(account), words: faultWords };
    finalCall(exchange, this.#context.faults, call, () =>
      this.#accept(account, fields.get('creation_id') ?? ''),
    );
  }

  #accept(account: string, containerId: string): object {
    const container = this.#store.container(containerId);
    if (container?.account !== account || statusOf(container, this.#context.now()) !== 'FINISHED')
      throw mediaNotFound(containerId);
    if (container.isChild) throw invalidParameter('An item of a carousel cannot be published by itself.');
    if (container.replyTo !== undefined) this.#checkReply(account, container.replyTo);
    else if (this.#postsToday(account) >= POSTS_PER_DAY)
      throw quotaUsedUp('The limit of posts in 24 hours is reached.');
    const postId = nextId(this.#context.now());
    this.#commit({ type: 'published', containerId, postId });
    return { id: postId };
  }

  /** @throws Refusal */
  #checkReply(account: string, replyTo: string): void {
    if (!this.#replies.has(replyTo) && !this.#store.post(replyTo)) throw missingObject(replyTo);
    if (this.#replies.used(account) >= REPLIES_PER_DAY)
      throw quotaUsedUp('The limit of replies in 24 hours is reached.');
  }

  async #quota(exchange: Exchange, { user = '' }: Params): Promise<void> {
    const fields = await fieldsOf(exchange);
    const account = this.#profiles.owner(exchange, fields, user, 'threads_content_publish');
    const config = (total: number): object => ({ quota_total: total, quota_duration: 86_400 });
    const view = {
      quota_usage: this.#postsToday(account),
      config: config(POSTS_PER_DAY),
      reply_quota_usage: this.#replies.used(account),
      reply_config: config(REPLIES_PER_DAY),
      delete_quota_usage: this.#deletionsToday(account),
      delete_config: config(DELETES_PER_DAY),
    };
    exchange.reply(200, { data: [selectFields(view, fields)] });
  }

  async #list(exchange: Exchange, { user = '' }: Params): Promise<void> {
    const fields = await fieldsOf(exchange);
    const account = this.#profiles.owner(exchange, fields, user, 'threads_basic');
    const [since, until] = ['since', 'until'].map((name) => timeIn(fields.get(name)));
    const now = this.#context.now();
    const visibleIfCreatedBefore = this.#context.visibleIfCreatedBefore();
    const shown = this.#store
      .posts()
      .filter((post) => post.account === account && post.createdAt <= visibleIfCreatedBefore)
      .filter(({ createdAt }) => createdAt >= (since ?? 0) && createdAt <= (until ?? now))
      .reverse();
    sendPage(exchange, shown, (post) => selectFields(this.#view(post), fields), fields);
  }

  async #show(exchange: Exchange, { id = '' }: Params): Promise<void> {
    const fields = await fieldsOf(exchange);
    const account = this.#profiles.authenticate(exchange, fields);
    const container = this.#store.container(id);
    if (container?.account === account) {
      exchange.reply(200, selectFields(this.#containerView(container), fields));
      return;
    }
    if (this.#replies.has(id)) {
      this.#replies.show(exchange, account, id, fields);
      return;
    }
    const post = this.#store.post(id);
    if (post?.account !== account) throw missingObject(id);
    exchange.reply(200, selectFields(this.#view(post), fields));
  }

  async #delete(exchange: Exchange, { id = '' }: Params): Promise<void> {
    const fields = await fieldsOf(exchange);
    const account = this.#profiles.authenticate(exchange, fields, 'threads_delete');
    const isOwnReply = this.#replies.isOwn(account, id);
    if (this.#store.post(id)?.account !== account && !isOwnReply) throw missingObject(id);
    if (this.#deletionsToday(account) >= DELETES_PER_DAY)
      throw quotaUsedUp('The limit of deletions in 24 hours is reached.');
    this.#deletions.push({ account, at: this.#context.now() });
    this.#commit(isOwnReply ? { type: 'comment deleted', id } : { type: 'deleted', postId: id });
    exchange.reply(200, { success: true, deleted_id: id });
  }

  /** The number of posts in the last 24 hours; zero when rate limits are off. */
  #postsToday(account: string): number {
    if (!this.#context.settings().enforceRateLimits) return 0;
    const from = this.#context.now() - DAY_MS;
    return this.#store.posts().filter((post) => post.account === account && post.createdAt > from).length;
  }

  #deletionsToday(account: string): number {
    if (!this.#context.settings().enforceRateLimits) return 0;
    const from = this.#context.now() - DAY_MS;
    this.#deletions = this.#deletions.filter(({ at }) => at > from);
    return this.#deletions.filter((one) => one.account === account).length;
  }

  #containerView(container: ThreadsContainer): Readonly<Record<string, unknown>> {
    const status = statusOf(container, this.#context.now());
    return {
      id: container.id,
      status,
      ...(status === 'ERROR' && { error_message: container.failure }),
    };
  }

  #view(post: ThreadsPost): Readonly<Record<string, unknown>> {
    return {
      id: post.id,
      media_product_type: 'THREADS',
      media_type: MEDIA_TYPES[post.kind],
      permalink: `${this.#context.publicUrl()}${pageOf(post)}`,
      ...(post.text !== '' && { text: post.text }),
      username: post.account,
      timestamp: new Date(post.createdAt).toISOString().replace(/\.\d+Z$/, '+0000'),
      shortcode: post.id,
      is_quote_post: false,
    };
  }
}
