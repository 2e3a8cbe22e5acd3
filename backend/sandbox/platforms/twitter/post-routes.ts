import { finalCall } from '../../faults/final-call.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Params, Route } from '../../http/router.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { compareIds, userId } from './ids.ts';
import { isRenamed, namesOf, userView, type TwitterPeople } from './people.ts';
import { newPostIn } from './post-rules.ts';
import { POST_FIELDS, RENAMED, type TwitterPostView } from './post-view.ts';
import { faultWords, invalid, notFound, notPermitted } from './problem.ts';
import type { TwitterRateLimits } from './rate-limits.ts';
import type { TwitterPost, TwitterEntry, TwitterStore } from './twitter-store.ts';

const PAGE = { least: 5, usual: 10, most: 100 } as const;

/** Creates posts; reads the account and its posts. */
export class TwitterPostRoutes {
  readonly routes: readonly Route[] = [
    {
      method: 'GET',
      pattern: '/2/users/me',
      run: (exchange) => {
        this.#me(exchange);
      },
    },
    { method: 'POST', pattern: '/2/tweets', run: (exchange) => this.#createPost(exchange) },
    {
      method: 'DELETE',
      pattern: '/2/tweets/:id',
      run: (exchange, params) => {
        this.#delete(exchange, params);
      },
    },
    {
      method: 'GET',
      pattern: '/2/users/:id/tweets',
      run: (exchange, params) => {
        this.#list(exchange, params);
      },
    },
  ];

  readonly #context: SandboxContext;
  readonly #store: TwitterStore;
  readonly #people: TwitterPeople;
  readonly #view: TwitterPostView;
  readonly #limits: TwitterRateLimits;
  readonly #commit: (entry: TwitterEntry) => void;

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
  }

  #me(exchange: Exchange): void {
    const account = this.#people.authenticate(exchange, 'tweet.read', 'users.read');
    this.#limits.spend(exchange, 'GET /2/users/me', account);
    const fields = listIn(exchange, 'user.fields');
    exchange.reply(200, { data: userView(account, fields) });
  }

  async #createPost(exchange: Exchange): Promise<void> {
    const account = this.#people.authenticate(exchange, 'tweet.read', 'tweet.write', 'users.read');
    if (exchange.contentType !== 'application/json')
      throw invalid('content-type', exchange.contentType, 'The body must be JSON.');
    const body = (await exchange.json()) ?? {};
    this.#limits.spend(exchange, 'POST /2/tweets', account);
    const call = {
      platform: 'twitter',
      names: namesOf(account),
      words: faultWords(this.#context.now),
      answer: (stored: object) => {
        exchange.reply(201, stored);
      },
    };
    finalCall(exchange, this.#context.faults, call, () => {
      const now = this.#context.now();
      const recognizesDuplicates = this.#context.settings().recognizeDuplicates;
      const post = newPostIn(body, { account, store: this.#store, now, recognizesDuplicates });
      this.#commit({ type: 'post', post });
      return { data: this.#view.brief({ ...post, createdAt: now }) };
    });
  }

  #delete(exchange: Exchange, { id = '' }: Params): void {
    const account = this.#people.authenticate(exchange, 'tweet.read', 'tweet.write', 'users.read');
    this.#limits.spend(exchange, 'DELETE /2/tweets/:id', account);
    const post = this.#store.post(id);
    if (!post) throw notFound(`tweet with id: [${id}]`);
    if (post.account !== account) throw notPermitted();
    this.#commit({ type: 'deleted', id });
    exchange.reply(200, { data: { deleted: true } });
  }

  #list(exchange: Exchange, { id = '' }: Params): void {
    const account = this.#people.authenticate(exchange, 'tweet.read', 'users.read');
    this.#limits.spend(exchange, 'GET /2/users/:id/tweets', account);
    const { query } = exchange;
    const max = Number(query.get('max_results') ?? PAGE.usual);
    if (!Number.isInteger(max) || max < PAGE.least || max > PAGE.most)
      throw invalid('max_results', query.get('max_results'), 'max_results must be from 5 to 100.');
    const found = this.#postsOf(id, exchange).slice(Number(query.get('pagination_token') ?? 0));
    const page = found.slice(0, max);
    const fields = fieldsIn(exchange, account);
    const next = found.length > max ? String(Number(query.get('pagination_token') ?? 0) + max) : null;
    const ids = { newest_id: page[0]?.id, oldest_id: page.at(-1)?.id };
    exchange.reply(200, {
      ...(page.length > 0 && {
        data: page.map((post) => this.#view.viewOf(post, fields, isRenamed(account))),
      }),
      meta: { result_count: page.length, ...(page.length > 0 && ids), ...(next && { next_token: next }) },
    });
  }

  /** Newest first. */
  #postsOf(id: string, exchange: Exchange): readonly TwitterPost[] {
    const { query } = exchange;
    const visibleIfCreatedBefore = this.#context.visibleIfCreatedBefore();
    const since = query.get('since_id');
    const start = startIn(query.get('start_time'));
    const exclude = listIn(exchange, 'exclude');
    return this.#store
      .posts()
      .filter((post) => userId(post.account) === id && post.createdAt <= visibleIfCreatedBefore)
      .filter((post) => !exclude.includes('replies') || post.inReplyTo === null)
      .filter((post) => since === null || compareIds(post.id, since) > 0)
      .filter((post) => start === null || Math.floor(post.createdAt / 1000) * 1000 >= start)
      .reverse();
  }
}

/** Reads the requested fields, and refuses unknown names. For a `renamed…` account, the parameter itself has its newer name. */
export function fieldsIn(exchange: Exchange, account: string): readonly string[] {
  const [name, other] = isRenamed(account)
    ? ['post.fields', 'tweet.fields']
    : ['tweet.fields', 'post.fields'];
  const wrongValue = exchange.query.get(other);
  if (wrongValue !== null)
    throw invalid(other, wrongValue, `The query parameter [${other}] is not one of [${name}]`);
  const fields = listIn(exchange, name);
  const known = isRenamed(account) ? POST_FIELDS.map((field) => RENAMED[field] ?? field) : POST_FIELDS;
  const unknown = fields.find((field) => !known.includes(field));
  if (unknown === undefined) return fields;
  throw invalid(
    name,
    unknown,
    `The \`${name}\` query parameter value [${unknown}] is not one of [${known.join(',')}]`,
  );
}

export const listIn = ({ query }: Exchange, name: string): readonly string[] =>
  (query.get(name) ?? '').split(',').filter((word) => word !== '');

export function startIn(text: string | null): number | null {
  if (text === null) return null;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text))
    throw invalid('start_time', text, 'start_time must be YYYY-MM-DDTHH:mm:ssZ.');
  return Date.parse(text);
}
