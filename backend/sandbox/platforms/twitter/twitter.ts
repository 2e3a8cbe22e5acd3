import type { Exchange } from '../../http/exchange.ts';
import { findRoute, type Route } from '../../http/router.ts';
import { AuthorizationServer } from '../../oauth/authorization-server.ts';
import type { SandboxContext, PostedMedia, ReceivedPost, SandboxPlatform } from '../sandbox-platform.ts';
import { nextId } from './ids.ts';
import { MediaRoutes } from './media-routes.ts';
import { People, SCOPES } from './people.ts';
import { PostRoutes } from './post-routes.ts';
import { PostView } from './post-view.ts';
import { notFound } from './problem.ts';
import { RateLimits } from './rate-limits.ts';
import { tokenRoutes } from './token-routes.ts';
import { TwitterStore, type Post, type TwitterEntry } from './twitter-store.ts';

const HOST = 'twitter.sandbox.test';
const DAY = 86_400;

/** X, by its API v2. */
export class Twitter implements SandboxPlatform {
  readonly name = 'twitter';
  readonly authorization: AuthorizationServer;
  readonly #context: SandboxContext;
  readonly #store = new TwitterStore();
  readonly #commit: (entry: TwitterEntry) => void;
  readonly #view: PostView;
  readonly #limits: RateLimits;
  readonly #routes: readonly Route[];

  constructor(context: SandboxContext) {
    this.#context = context;
    this.#commit = context.journal.channel(this.name, this.#store);
    this.authorization = new AuthorizationServer(context, {
      app: 'twitter',
      title: 'X',
      scopes: SCOPES,
      pkce: 'required',
      codeSeconds: 30,
      accessSeconds: 7200,
      refreshSeconds: 180 * DAY,
      rotates: true,
      separator: ' ',
    });
    const people = new People(context, this.authorization);
    this.#view = new PostView(this.#store);
    this.#limits = new RateLimits(context);
    const files = new MediaRoutes(context, this.#store, people, this.#limits, this.#commit);
    const posts = new PostRoutes(context, this.#store, people, this.#view, this.#limits, this.#commit);
    this.#routes = [...tokenRoutes(this.authorization), ...files.routes, ...posts.routes];
  }

  serves(host: string): boolean {
    return host === HOST;
  }

  async answer(exchange: Exchange): Promise<void> {
    const match = findRoute(this.#routes, exchange.method, exchange.url.pathname);
    this.#context.calls.count(this.name, match ? `${match.route.method} ${match.route.pattern}` : 'unknown');
    if (!match) throw notFound('this resource');
    await match.route.run(exchange, match.params);
  }

  posts(): readonly ReceivedPost[] {
    return this.#store
      .posts()
      .filter(({ published }) => published)
      .map((post) => this.#received(post));
  }

  postAt(path: string): ReceivedPost | null {
    const [, account, id = ''] = /^\/twitter\/([^/]+)\/status\/(\d+)$/.exec(path) ?? [];
    const post = this.#store.post(id);
    return post?.published && post.account === account ? this.#received(post) : null;
  }

  comment(remoteId: string, author: string, text: string): string | null {
    const parent = this.#store.post(remoteId);
    if (!parent) return null;
    const account = author.toLowerCase().replace(/[^a-z0-9_]/g, '') || 'someone';
    const post = {
      id: nextId(this.#context.now()),
      account,
      // Without the name nobody is told of it.
      text: `@${parent.account} ${text}`,
      mediaIds: [],
      replySettings: null,
      inReplyTo: parent.id,
      published: false,
    };
    this.#commit({ type: 'post', post });
    return post.id;
  }

  reset(): void {
    this.#limits.reset();
  }

  #received(post: Post): ReceivedPost {
    return {
      platform: this.name,
      account: post.account,
      remoteId: post.id,
      text: post.text,
      media: this.#view.mediaOf(post).map(({ type, alt, file }): PostedMedia => ({
        type,
        bytes: file?.bytes ?? 0,
        sha256: file?.sha256 ?? '',
        alt,
      })),
      receivedAt: new Date(post.createdAt).toISOString(),
      page: this.#view.path(post),
      comments: this.#store.repliesTo(post.id).map((reply) => ({
        author: reply.account,
        text: reply.text,
        receivedAt: new Date(reply.createdAt).toISOString(),
      })),
    };
  }
}
