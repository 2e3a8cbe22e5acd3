import type { Exchange } from '../../http/exchange.ts';
import { textOf } from '../../http/json.ts';
import { RateWindow } from '../../http/rate-window.ts';
import { findRoute, type Route } from '../../http/router.ts';
import type { SandboxContext, PostedMedia, ReceivedPost, SandboxPlatform } from '../sandbox-platform.ts';
import { BlueskyStore, type BlueskyEntry, type StoredRecord } from './bluesky-store.ts';
import { BlobRoutes } from './blob-routes.ts';
import { recordCid } from './cid.ts';
import { blobsOf, cardOf } from './embed-rules.ts';
import { FeedRoutes } from './feed-routes.ts';
import { Feed } from './feed.ts';
import { IdentityRoutes } from './identity-routes.ts';
import { didOf, handleExists, parseUri, plainHandle, POSTS, postUri, SERVICE_HOSTS } from './identity.ts';
import { rateHeaders } from './rate-headers.ts';
import { RepoRoutes } from './repo-routes.ts';
import { Repo } from './repo.ts';
import { replyOf } from './reply.ts';
import { SessionRoutes } from './session-routes.ts';
import { Sessions } from './sessions.ts';
import { nextTid } from './tid.ts';
import { VideoRoutes } from './video-routes.ts';
import { refusal } from './xrpc.ts';

/** Bluesky: directory, repository server, video service and AppView in one. */
export class Bluesky implements SandboxPlatform {
  readonly name = 'bluesky';
  readonly #context: SandboxContext;
  readonly #store = new BlueskyStore();
  readonly #commit: (entry: BlueskyEntry) => void;
  readonly #routes: readonly Route[];
  readonly #resettable: readonly Readonly<{ reset: () => void }>[];
  readonly #requests: RateWindow;

  constructor(context: SandboxContext) {
    this.#context = context;
    this.#commit = context.journal.channel(this.name, this.#store);
    const sessions = new Sessions(context, this.#store, this.#commit);
    const identity = new IdentityRoutes(this.#store);
    const login = new SessionRoutes(context, this.#store, sessions);
    const repo = new Repo(context, this.#store, this.#commit);
    const writes = new RepoRoutes(context, this.#store, repo, sessions, identity);
    const files = new BlobRoutes(context, this.#store, sessions, this.#commit);
    const videos = new VideoRoutes(context, this.#store, sessions, this.#commit);
    const feeds = new FeedRoutes(new Feed(context, this.#store), identity, sessions);
    const health: Route = {
      method: 'GET',
      pattern: '/xrpc/_health',
      run: (exchange) => {
        exchange.reply(200, { version: 'sandbox' });
      },
    };
    const parts = [login, writes, files, videos, feeds, identity];
    this.#routes = [health, ...parts.flatMap(({ routes }) => routes)];
    this.#resettable = [login, writes];
    this.#requests = new RateWindow(context.now, 3000, 300);
  }

  /** Its own hosts, and every handle under `.sandbox.test`, which is a host too. */
  serves(host: string): boolean {
    return SERVICE_HOSTS.includes(host) || handleExists(host);
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

  posts(): readonly ReceivedPost[] {
    return [...this.#store.records()].flatMap((record) => (isPost(record) ? [this.#received(record)] : []));
  }

  postAt(path: string): ReceivedPost | null {
    const [, actor = '', rkey = ''] = /^\/bluesky\/profile\/([^/]+)\/post\/([^/]+)$/.exec(path) ?? [];
    const did = actor.startsWith('did:') ? actor : didOf(plainHandle(actor));
    const record = this.#store.recordAt(postUri(did, rkey));
    return record && isPost(record) ? this.#received(record) : null;
  }

  comment(remoteId: string, author: string, text: string): string | null {
    const parent = parseUri(remoteId) ? this.#store.recordAt(remoteId) : undefined;
    if (parent?.collection !== POSTS) return null;
    const handle = commenter(author);
    const did = didOf(handle);
    if (!this.#store.accounts.get(did)) this.#commit({ type: 'account', account: { did, handle } });
    const now = this.#context.now();
    const here = { uri: parent.uri, cid: parent.cid };
    const reply = { root: replyOf(parent.record)?.root ?? here, parent: here };
    const record = { $type: POSTS, text, createdAt: new Date(now).toISOString(), reply };
    const rkey = nextTid(now);
    const uri = postUri(did, rkey);
    const entry = { uri, cid: recordCid(record), did, collection: POSTS, rkey, record, published: false };
    this.#commit({ type: 'record', record: entry });
    return uri;
  }

  reset(): void {
    for (const part of this.#resettable) part.reset();
    this.#requests.clear();
  }

  #spendRequest(exchange: Exchange): void {
    const address = exchange.request.socket.remoteAddress ?? '';
    const state = this.#requests.take(address, 1, this.#context.settings().enforceRateLimits);
    for (const [name, value] of Object.entries(rateHeaders(state))) exchange.response.setHeader(name, value);
    if (state.allowed) return;
    const wait = Math.max(1, Math.ceil((state.resetAt - this.#context.now()) / 1000));
    throw refusal(429, 'RateLimitExceeded', 'Rate Limit Exceeded', { 'Retry-After': String(wait) });
  }

  #received(record: StoredRecord): ReceivedPost {
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

const isPost = ({ collection, published }: StoredRecord): boolean => published && collection === POSTS;
const textIn = ({ record }: StoredRecord): string => textOf(record['text']) ?? '';

/** `Ben` comments as `ben.sandbox.test`; a whole handle stays as it is. */
function commenter(author: string): string {
  const given = plainHandle(author);
  if (given.includes('.')) return given;
  return `${given.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '') || 'someone'}.sandbox.test`;
}
