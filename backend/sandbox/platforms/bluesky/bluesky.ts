import type { Exchange } from '../../http/exchange.ts';
import { textOf } from '../../http/json.ts';
import { RateWindow } from '../../http/rate-window.ts';
import { findRoute, type Route } from '../../http/router.ts';
import type {
  RequestedComment,
  LiveToken,
  SandboxContext,
  PostedMedia,
  ReceivedPost,
  ReceivedReply,
  SandboxPlatform,
} from '../sandbox-platform.ts';
import { BlueskyStore, type BlueskyEntry, type StoredRecord } from './bluesky-store.ts';
import { BlobRoutes } from './blob-routes.ts';
import { BlueskyComments } from './comments.ts';
import { blobsOf, cardOf } from './embed-rules.ts';
import { FeedRoutes } from './feed-routes.ts';
import { BlueskyFeed } from './feed.ts';
import { IdentityRoutes } from './identity-routes.ts';
import { didOf, handleExists, plainHandle, POSTS, postUri, SERVICE_HOSTS } from './identity.ts';
import { rateHeaders } from './rate-headers.ts';
import { RepoRoutes } from './repo-routes.ts';
import { Repo } from './repo.ts';
import { replyOf } from './reply.ts';
import { END_LOGIN_CALL, SessionRoutes } from './session-routes.ts';
import { BlueskyLogins } from './sessions.ts';
import { BlueskyVideoRoutes } from './video-routes.ts';
import { refusal } from './xrpc.ts';

/** Bluesky: directory, repository server, video service and AppView in one class. */
export class Bluesky implements SandboxPlatform {
  readonly name = 'bluesky';
  readonly #context: SandboxContext;
  readonly #store = new BlueskyStore();
  readonly #commit: (entry: BlueskyEntry) => void;
  readonly #routes: readonly Route[];
  readonly #resettable: readonly Readonly<{ reset: () => void }>[];
  readonly #requests: RateWindow;
  readonly #comments: BlueskyComments;

  constructor(context: SandboxContext) {
    this.#context = context;
    this.#commit = context.journal.channel(this.name, this.#store);
    const sessions = new BlueskyLogins(context, this.#store, this.#commit);
    const identity = new IdentityRoutes(this.#store);
    const login = new SessionRoutes(context, this.#store, sessions);
    const repo = new Repo(context, this.#store, this.#commit);
    const writes = new RepoRoutes(context, this.#store, repo, sessions, identity);
    const files = new BlobRoutes(context, this.#store, sessions, this.#commit);
    const videos = new BlueskyVideoRoutes(context, this.#store, sessions, this.#commit);
    const feeds = new FeedRoutes(new BlueskyFeed(context, this.#store), identity, sessions);
    const health: Route = {
      method: 'GET',
      pattern: '/xrpc/_health',
      run: (exchange) => {
        exchange.reply(200, { version: 'sandbox' });
      },
    };
    const routeGroups = [login, writes, files, videos, feeds, identity];
    this.#routes = [health, ...routeGroups.flatMap(({ routes }) => routes)];
    this.#resettable = [login, writes];
    this.#requests = new RateWindow(context.now, 3000, 300);
    this.#comments = new BlueskyComments(context, this.#store, this.#commit);
  }

  /** Serves its own hosts, and every handle under `.sandbox.test`, because a handle is a host too. */
  serves(host: string): boolean {
    return SERVICE_HOSTS.includes(host) || handleExists(host);
  }

  isCall(name: string): boolean {
    return name === END_LOGIN_CALL;
  }

  async answer(exchange: Exchange): Promise<void> {
    const match = findRoute(this.#routes, exchange.method, exchange.url.pathname);
    const endpoint = match ? `${match.route.method} ${match.route.pattern.replace('/xrpc/', '')}` : 'unknown';
    this.#context.calls.count(this.name, endpoint);
    this.#spendRequest(exchange);
    if (!match) {
      const isMethod = exchange.url.pathname.startsWith('/xrpc/');
      throw isMethod
        ? refusal(501, 'MethodNotImplemented', 'Method Not Implemented')
        : refusal(404, 'NotFound', 'Not Found');
    }
    await match.route.run(exchange, match.params);
  }

  logins(): readonly LiveToken[] {
    return this.#store.openSessions().map(({ did }) => ({
      app: this.name,
      account: this.#store.accounts.get(did)?.handle ?? did,
      kind: 'login',
      endsAt: null,
    }));
  }

  posts(): readonly ReceivedPost[] {
    return [...this.#store.records()].flatMap((record) =>
      isPost(record) ? [this.#toReceivedPost(record)] : [],
    );
  }

  postAt(path: string): ReceivedPost | null {
    const [, actor = '', rkey = ''] = /^\/bluesky\/profile\/([^/]+)\/post\/([^/]+)$/.exec(path) ?? [];
    const did = actor.startsWith('did:') ? actor : didOf(plainHandle(actor));
    const record = this.#store.recordAt(postUri(did, rkey));
    return record?.collection === POSTS ? this.#toReceivedPost(record) : null;
  }

  comment(requested: RequestedComment): string | null {
    return this.#comments.add(requested);
  }

  replies(): readonly ReceivedReply[] {
    return this.#comments.replies();
  }

  editComment(id: string, text: string): boolean {
    return this.#comments.edit(id, text);
  }

  deleteComment(id: string): boolean {
    return this.#comments.delete(id);
  }

  isHidden(id: string): boolean | null {
    return this.#comments.isHidden(id);
  }

  reset(): void {
    for (const resettable of this.#resettable) resettable.reset();
    this.#requests.clear();
  }

  #spendRequest(exchange: Exchange): void {
    const address = exchange.request.socket.remoteAddress ?? '';
    const state = this.#requests.take(address, 1, this.#context.settings().enforceRateLimits);
    for (const [name, value] of Object.entries(rateHeaders(state))) exchange.response.setHeader(name, value);
    if (state.allowed) return;
    const waitSeconds = Math.max(1, Math.ceil((state.resetAt - this.#context.now()) / 1000));
    throw refusal(429, 'RateLimitExceeded', 'Rate Limit Exceeded', { 'Retry-After': String(waitSeconds) });
  }

  #toReceivedPost(record: StoredRecord): ReceivedPost {
    const { did, rkey, uri, receivedAt } = record;
    const account = this.#handle(did);
    const media = blobsOf(record.record).map(({ cid, mimeType, size, alt }): PostedMedia => {
      return { type: mimeType, bytes: size, sha256: this.#store.blob(did, cid)?.sha256 ?? '', alt };
    });
    return {
      platform: this.name,
      account,
      remoteId: uri,
      text: textIn(record),
      media,
      ...this.#card(record),
      receivedAt: new Date(receivedAt).toISOString(),
      page: `/bluesky/profile/${account}/post/${rkey}`,
      comments: this.#store.repliesTo(uri).map((reply) => ({
        author: this.#handle(reply.did),
        text: textIn(reply),
        receivedAt: new Date(reply.receivedAt).toISOString(),
      })),
    };
  }

  #card({ did, record }: StoredRecord): Pick<ReceivedPost, 'card'> {
    const card = cardOf(record);
    if (!card) return {};
    const { uri: url, title, description, thumb } = card;
    const sha256 = thumb && (this.#store.blob(did, thumb.cid)?.sha256 ?? '');
    const picture = thumb && { type: thumb.mimeType, bytes: thumb.size, sha256: sha256 ?? '' };
    return { card: { url, title, description, picture } };
  }

  #handle(did: string): string {
    return this.#store.accounts.get(did)?.handle ?? did;
  }
}

const isPost = ({ collection, published, record }: StoredRecord): boolean =>
  published && collection === POSTS && !replyOf(record);
const textIn = ({ record }: StoredRecord): string => textOf(record['text']) ?? '';
