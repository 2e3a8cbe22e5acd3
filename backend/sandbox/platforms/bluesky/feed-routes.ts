import type { Exchange } from '../../http/exchange.ts';
import type { JsonRecord } from '../../http/json.ts';
import type { Route } from '../../http/router.ts';
import type { StoredRecord } from './bluesky-store.ts';
import type { BlueskyFeed } from './feed.ts';
import type { IdentityRoutes } from './identity-routes.ts';
import { PDS_HOST } from './identity.ts';
import type { BlueskyLogins } from './sessions.ts';
import { countParam, invalid, param, refusal } from './xrpc.ts';

/** Profiles, posts, threads and notifications. */
export class FeedRoutes {
  readonly routes: readonly Route[];

  readonly #feed: BlueskyFeed;
  readonly #identity: IdentityRoutes;
  readonly #sessions: BlueskyLogins;

  constructor(feed: BlueskyFeed, identity: IdentityRoutes, sessions: BlueskyLogins) {
    this.#feed = feed;
    this.#identity = identity;
    this.#sessions = sessions;
    const read = (method: string, view: (exchange: Exchange) => object): Route => ({
      method: 'GET',
      pattern: `/xrpc/${method}`,
      run: (exchange) => {
        // A repository server forwards these calls for its own accounts only; elsewhere they are public.
        if (exchange.host === PDS_HOST) this.#sessions.authenticate(exchange);
        exchange.reply(200, view(exchange));
      },
    });
    this.routes = [
      read('app.bsky.actor.getProfile', (exchange) => this.#profile(exchange)),
      read('app.bsky.feed.getPosts', (exchange) => this.#posts(exchange)),
      read('app.bsky.feed.getPostThread', (exchange) => this.#thread(exchange)),
      read('app.bsky.feed.getAuthorFeed', (exchange) => this.#authorFeed(exchange)),
      {
        method: 'GET',
        pattern: '/xrpc/app.bsky.notification.listNotifications',
        run: (exchange) => {
          exchange.reply(200, this.#notifications(exchange));
        },
      },
    ];
  }

  #actor(exchange: Exchange): string {
    const actor = param(exchange, 'actor').toLowerCase();
    const did = actor.startsWith('did:') ? actor : this.#identity.resolve(actor);
    if (!did || !this.#identity.handleOf(did)) throw invalid('Profile not found');
    return did;
  }

  #profile(exchange: Exchange): object {
    const did = this.#actor(exchange);
    const postsCount = this.#feed.postsOf(did).length;
    const profile = { ...this.#feed.profile(did), handle: this.#identity.handleOf(did) };
    return { ...profile, followersCount: 0, followsCount: 0, postsCount };
  }

  #posts(exchange: Exchange): object {
    const uris = [...exchange.query.getAll('uris'), ...exchange.query.getAll('uris[]')];
    if (uris.length === 0) throw invalid('Error: Params must have the property "uris"');
    if (uris.length > 25) throw invalid('Error: uris must not have more than 25 elements');
    return { posts: uris.flatMap((uri) => this.#feed.post(uri) ?? []).map((post) => this.#feed.view(post)) };
  }

  #thread(exchange: Exchange): object {
    const uri = param(exchange, 'uri');
    const post = this.#feed.post(uri);
    if (!post) throw refusal(400, 'NotFound', `Post not found: ${uri}`);
    const thread = this.#feed.thread(post, countParam(exchange, 'depth', 6, 1000));
    const threadgate = this.#feed.gateOf(post);
    return { thread, ...(threadgate && { threadgate }) };
  }

  #authorFeed(exchange: Exchange): object {
    const { items, cursor } = page(exchange, this.#feed.postsOf(this.#actor(exchange)), 50);
    return { cursor, feed: items.map((post) => ({ post: this.#feed.view(post) })) };
  }

  #notifications(exchange: Exchange): object {
    const { did } = this.#sessions.authenticate(exchange);
    const reasons = [...exchange.query.getAll('reasons'), ...exchange.query.getAll('reasons[]')];
    const found = reasons.length === 0 || reasons.includes('reply') ? this.#feed.repliesFor(did) : [];
    const { items, cursor } = page(exchange, found, 50);
    return { cursor, notifications: items.map((reply) => this.#notification(reply, did)), priority: false };
  }

  #notification(reply: StoredRecord, did: string): JsonRecord {
    return {
      uri: reply.uri,
      cid: reply.cid,
      author: this.#feed.profile(reply.did),
      reason: 'reply',
      reasonSubject: this.#feed.subjectOf(reply, did),
      record: reply.record,
      isRead: false,
      indexedAt: new Date(reply.receivedAt).toISOString(),
      labels: [],
    };
  }
}

/** A cursor names the last item on the page, so pages do not shift when new items arrive. */
function page(
  exchange: Exchange,
  all: readonly StoredRecord[],
  defaultLimit: number,
): Readonly<{ items: readonly StoredRecord[]; cursor: string | undefined }> {
  const limit = countParam(exchange, 'limit', defaultLimit, 100);
  const after = exchange.query.get('cursor');
  const start = after ? all.findIndex(({ uri }) => uri === after) + 1 : 0;
  const items = all.slice(start, start + limit);
  return { items, cursor: start + limit < all.length ? items.at(-1)?.uri : undefined };
}
