import type { Exchange } from '../../http/exchange.ts';
import type { Params, Route } from '../../http/router.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { compareIds, userId } from './ids.ts';
import { PaidReads } from './paid-reads.ts';
import { isRenamed, userView, type TwitterPeople } from './people.ts';
import { fieldsIn, listIn, startIn } from './post-routes.ts';
import { namesIn } from './post-rules.ts';
import { fullText, type TwitterPostView } from './post-view.ts';
import { invalid, notPermitted, notFound } from './problem.ts';
import type { TwitterRateLimits } from './rate-limits.ts';
import type { TwitterPost, TwitterEntry, TwitterStore } from './twitter-store.ts';

const PAGE = { least: 5, usual: 10, most: 100 } as const;
/** `search/recent` reaches back seven days. */
const RECENT_MS = 7 * 86_400_000;
const IDS_MAX = 100;

/** Mentions, conversations, posts by id, and hiding replies. */
export class TwitterCommentRoutes {
  readonly routes: readonly Route[] = [
    {
      method: 'GET',
      pattern: '/2/users/:id/mentions',
      run: (exchange, params) => {
        this.#mentions(exchange, params);
      },
    },
    {
      method: 'GET',
      pattern: '/2/tweets/search/recent',
      run: (exchange) => {
        this.#search(exchange);
      },
    },
    {
      method: 'GET',
      pattern: '/2/tweets',
      run: (exchange) => {
        this.#listByIds(exchange);
      },
    },
    {
      method: 'PUT',
      pattern: '/2/tweets/:id/hidden',
      run: (exchange, params) => this.#hide(exchange, params),
    },
  ];

  readonly #context: SandboxContext;
  readonly #store: TwitterStore;
  readonly #people: TwitterPeople;
  readonly #view: TwitterPostView;
  readonly #limits: TwitterRateLimits;
  readonly #commit: (entry: TwitterEntry) => void;
  readonly #paid: PaidReads;

  constructor(
    context: SandboxContext,
    store: TwitterStore,
    people: TwitterPeople,
    view: TwitterPostView,
    limits: TwitterRateLimits,
    commit: (entry: TwitterEntry) => void,
  ) {
    this.#context = context;
    this.#store = store;
    this.#people = people;
    this.#view = view;
    this.#limits = limits;
    this.#commit = commit;
    this.#paid = new PaidReads(context);
  }

  reset(): void {
    this.#paid.reset();
  }

  #reader(exchange: Exchange, call: string): string {
    const account = this.#people.authenticate(exchange, 'tweet.read', 'users.read');
    this.#limits.spend(exchange, call, account);
    return account;
  }

  #mentions(exchange: Exchange, { id = '' }: Params): void {
    const account = this.#reader(exchange, 'GET /2/users/:id/mentions');
    const found = this.#requestedPosts(exchange).filter(
      (post) => !post.unannounced && userId(post.account) !== id && isMentioned(post, id),
    );
    this.#page(exchange, account, found, 'pagination_token');
  }

  #search(exchange: Exchange): void {
    const account = this.#reader(exchange, 'GET /2/tweets/search/recent');
    const query = exchange.query.get('query') ?? '';
    const roots = [...query.matchAll(/\bconversation_id:(\d+)/gu)].map(([, id]) => id);
    if (roots.length === 0 || query.length > 512)
      throw invalid('query', query, 'The sandbox searches for conversations only.');
    const since = this.#context.now() - RECENT_MS;
    const found = this.#requestedPosts(exchange).filter(
      (post) =>
        post.createdAt >= since && post.inReplyTo !== null && roots.includes(this.#view.rootOf(post).id),
    );
    this.#page(exchange, account, found, 'next_token');
  }

  /** Returns the requested posts, newest first. */
  #requestedPosts({ query }: Exchange): readonly TwitterPost[] {
    const visibleIfCreatedBefore = this.#context.visibleIfCreatedBefore();
    const since = query.get('since_id');
    const start = startIn(query.get('start_time'));
    return this.#store
      .posts()
      .filter(({ createdAt }) => createdAt <= visibleIfCreatedBefore)
      .filter((post) => since === null || compareIds(latestId(post), since) > 0)
      .filter(({ createdAt }) => start === null || createdAt >= start)
      .sort((a, b) => compareIds(latestId(b), latestId(a)));
  }

  #page(exchange: Exchange, account: string, found: readonly TwitterPost[], token: string): void {
    const { query } = exchange;
    const max = Number(query.get('max_results') ?? PAGE.usual);
    if (!Number.isInteger(max) || max < PAGE.least || max > PAGE.most)
      throw invalid('max_results', query.get('max_results'), 'max_results must be from 5 to 100.');
    const start = Number(query.get(token) ?? 0);
    const page = found.slice(start, start + max);
    const ids = {
      newest_id: page[0] && latestId(page[0]),
      oldest_id: page.at(-1) && latestId(page.at(-1) as TwitterPost),
    };
    const next = found.length > start + max ? { next_token: String(start + max) } : {};
    exchange.reply(200, {
      ...this.#postsBody(exchange, account, page),
      meta: { result_count: page.length, ...(page.length > 0 && ids), ...next },
    });
  }

  #postsBody(exchange: Exchange, account: string, posts: readonly TwitterPost[]): object {
    const fields = fieldsIn(exchange, account);
    this.#paid.charge('posts', posts.map(latestId));
    if (posts.length === 0) return {};
    const data = posts.map((post) => this.#view.viewOf(post, fields, isRenamed(account)));
    if (!listIn(exchange, 'expansions').includes('author_id')) return { data };
    const authors = [...new Set(posts.map((post) => post.account))];
    this.#paid.charge('users', authors);
    const userFields = listIn(exchange, 'user.fields');
    const users = authors.map((author) => userView(author, userFields));
    return { data, includes: { users } };
  }

  /** Responds with 200 even if no post exists: the response lists the error of each id. */
  #listByIds(exchange: Exchange): void {
    const account = this.#reader(exchange, 'GET /2/tweets');
    const ids = listIn(exchange, 'ids');
    if (ids.length === 0 || ids.length > IDS_MAX) throw invalid('ids', ids.join(','), 'From 1 to 100 ids.');
    const found = ids.flatMap((id) => this.#store.post(id) ?? []);
    const errors = ids
      .filter((id) => !this.#store.post(id))
      .map((id) => ({ ...notFound(`tweet with ids: [${id}]`).body, resource_id: id, value: id }));
    exchange.reply(200, {
      ...this.#postsBody(exchange, account, found),
      ...(errors.length > 0 && { errors }),
    });
  }

  async #hide(exchange: Exchange, { id = '' }: Params): Promise<void> {
    const account = this.#people.authenticate(exchange, 'tweet.read', 'users.read', 'tweet.moderate.write');
    this.#limits.spend(exchange, 'PUT /2/tweets/:id/hidden', account);
    const hidden = (await exchange.json())?.['hidden'];
    if (typeof hidden !== 'boolean') throw invalid('hidden', hidden, '$.hidden: must be a boolean');
    const post = this.#store.post(id);
    if (!post) throw notFound(`tweet with id: [${id}]`);
    if (post.inReplyTo === null || this.#view.rootOf(post).account !== account) throw notPermitted();
    this.#commit({ type: 'hidden', id: post.id, hidden });
    exchange.reply(200, { data: { hidden } });
  }
}

/** The id of the newest version of a post. */
const latestId = ({ id, versions }: TwitterPost): string => versions?.at(-1) ?? id;

/** Whether the post mentions this user. Names that X puts in front of a reply count as well. */
const isMentioned = (post: TwitterPost, id: string): boolean =>
  namesIn(fullText(post)).some((name) => userId(name) === id);
