import { finalCall } from '../../faults/final-call.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Params, Route } from '../../http/router.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { assetStatus } from './asset-routes.ts';
import { denied, faultWords, notFound, notValid, refusal } from './linkedin-refusal.ts';
import type { LinkedInEntry, LinkedInStore, LinkedInPost } from './linkedin-store.ts';
import { authorNames, type LinkedInPeople } from './people.ts';
import { cardIn, readNewPost, type NewLinkedInPost } from './post-rules.ts';

/** LinkedIn does not document how long it recognizes duplicate content of an author. */
const DUPLICATES_MS = 24 * 3_600_000;

type State = 'PUBLISHED' | 'PUBLISH_REQUESTED' | 'PUBLISH_FAILED';

/** Creates posts; reads posts of organizations. */
export class LinkedInPostRoutes {
  readonly routes: readonly Route[] = [
    { method: 'POST', pattern: '/rest/posts', run: (exchange) => this.#post(exchange) },
    {
      method: 'GET',
      pattern: '/rest/posts',
      run: (exchange) => {
        this.#list(exchange);
      },
    },
    {
      method: 'GET',
      pattern: '/rest/posts/:urn',
      run: (exchange, params) => {
        this.#show(exchange, params);
      },
    },
    {
      method: 'DELETE',
      pattern: '/rest/posts/:urn',
      run: (exchange, params) => {
        this.#delete(exchange, params);
      },
    },
  ];

  readonly #context: SandboxContext;
  readonly #store: LinkedInStore;
  readonly #people: LinkedInPeople;
  readonly #commit: (entry: LinkedInEntry) => void;
  #lastId = 0n;

  constructor(
    context: SandboxContext,
    store: LinkedInStore,
    people: LinkedInPeople,
    commit: (entry: LinkedInEntry) => void,
  ) {
    this.#context = context;
    this.#store = store;
    this.#people = people;
    this.#commit = commit;
  }

  /** A post waits for its files, and fails when one of them fails. */
  stateOf({ assets }: Pick<LinkedInPost, 'assets'>): State {
    const now = this.#context.now();
    const states = assets.flatMap(({ urn }) => {
      const asset = this.#store.asset(urn);
      return asset ? [assetStatus(asset, now)] : [];
    });
    if (states.includes('PROCESSING_FAILED')) return 'PUBLISH_FAILED';
    return states.every((state) => state === 'AVAILABLE') ? 'PUBLISHED' : 'PUBLISH_REQUESTED';
  }

  async #post(exchange: Exchange): Promise<void> {
    const holder = this.#people.versioned(exchange, 'w_member_social', 'w_organization_social');
    if (exchange.contentType !== 'application/json')
      throw refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'Content-Type must be application/json');
    const body = await exchange.json();
    const { author } = body ?? {};
    this.#people.checkWriter(holder, typeof author === 'string' ? author : '');
    const requested = readNewPost(body, this.#store, this.#context.now());
    const { account } = holder;
    const call = {
      platform: 'linkedin',
      names: authorNames(account, requested.author),
      words: faultWords,
      answer: (urn: string) => {
        exchange.response.writeHead(201, { 'x-restli-id': urn, 'Content-Length': 0 }).end();
      },
    };
    finalCall(exchange, this.#context.faults, call, () => this.#accept(account, requested));
  }

  #accept(account: string, requested: NewLinkedInPost): string {
    const since = this.#context.now() - DUPLICATES_MS;
    const same = this.#store.posts().find((post) => post.createdAt > since && isSame(post, requested));
    if (same && this.#context.settings().recognizeDuplicates)
      throw refusal(422, 'DUPLICATE_POST', `Content is a duplicate of ${same.urn}`);
    const kind = requested.assets.some(({ urn }) => urn.startsWith('urn:li:video:')) ? 'ugcPost' : 'share';
    const urn = `urn:li:${kind}:${this.#nextId()}`;
    this.#commit({ type: 'post', post: { urn, account, ...requested } });
    return urn;
  }

  #list(exchange: Exchange): void {
    const holder = this.#people.versioned(exchange);
    const { query } = exchange;
    const author = query.get('author') ?? '';
    if (query.get('q') !== 'author' || exchange.header('x-restli-method') !== 'FINDER')
      throw notValid('ILLEGAL_ARGUMENT', 'The finder is called author');
    if (!this.#people.mayRead(holder, author)) throw denied('partnerApiPostsExternal.FINDER-author');
    const start = Number(query.get('start') ?? 0);
    const count = Math.min(100, Number(query.get('count') ?? 10));
    const visibleIfCreatedBefore = this.#context.visibleIfCreatedBefore();
    const posts = this.#store
      .posts()
      .filter((post) => post.author === author && post.createdAt <= visibleIfCreatedBefore)
      .filter((post) => this.#isShown(exchange, post));
    const elements = posts
      .reverse()
      .slice(start, start + count)
      .map((post) => this.#view(post));
    exchange.reply(200, { elements, paging: { start, count, links: [] } });
  }

  #show(exchange: Exchange, { urn = '' }: Params): void {
    const holder = this.#people.versioned(exchange);
    const post = this.#store.post(urn);
    if (!post) throw notFound();
    if (!this.#people.mayRead(holder, post.author)) throw denied('partnerApiPostsExternal.GET');
    if (!this.#isShown(exchange, post)) throw notFound();
    exchange.reply(200, this.#view(post));
  }

  /** Readers see only published posts; the author sees all of them. */
  #isShown({ query }: Exchange, post: LinkedInPost): boolean {
    return query.get('viewContext') === 'AUTHOR' || this.stateOf(post) === 'PUBLISHED';
  }

  /** Deleting a post that no longer exists succeeds. */
  #delete(exchange: Exchange, { urn = '' }: Params): void {
    const holder = this.#people.versioned(exchange, 'w_member_social', 'w_organization_social');
    const post = this.#store.post(urn);
    if (post) {
      this.#people.checkWriter(holder, post.author);
      this.#commit({ type: 'deleted', urn });
    }
    exchange.response.writeHead(204).end();
  }

  #view(post: LinkedInPost): object {
    const { urn: id, author, commentary, content, createdAt } = post;
    return {
      id,
      author,
      commentary,
      visibility: 'PUBLIC',
      lifecycleState: this.stateOf(post),
      ...(content !== null && { content }),
      createdAt,
      publishedAt: createdAt,
      lastModifiedAt: createdAt,
    };
  }

  #nextId(): string {
    const id = BigInt(Math.floor(this.#context.now())) << 22n;
    this.#lastId = id > this.#lastId ? id : this.#lastId + 1n;
    return String(this.#lastId);
  }
}

const isSame = (post: LinkedInPost, requested: NewLinkedInPost): boolean =>
  post.author === requested.author &&
  post.commentary === requested.commentary &&
  JSON.stringify([post.assets, cardIn(post.content)]) ===
    JSON.stringify([requested.assets, cardIn(requested.content)]);
