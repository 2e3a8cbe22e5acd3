import type { Exchange } from '../../http/exchange.ts';
import { findRoute, type Route } from '../../http/router.ts';
import { AuthorizationServer } from '../../oauth/authorization-server.ts';
import { RequestedComments } from '../meta/comment-book.ts';
import { nextId } from '../mastodon/ids.ts';
import type {
  RequestedComment,
  SandboxContext,
  ReceivedPost,
  ReceivedReply,
  SandboxPlatform,
} from '../sandbox-platform.ts';
import { ThreadsContainerRoutes } from './container-routes.ts';
import { insightRoutes } from './insight-routes.ts';
import { pageOf, ThreadsPostRoutes } from './post-routes.ts';
import { ThreadsProfiles, SCOPES, userIdOf } from './profiles.ts';
import { ReplyRoutes } from './reply-routes.ts';
import { refusal } from './threads-refusal.ts';
import { ThreadsStore, type ThreadsPost, type ThreadsEntry } from './threads-store.ts';
import { TokenRoutes } from './token-routes.ts';

const HOST = 'threads.sandbox.test';

/** Threads: a post is first a container. Threads itself fetches the files of a container. */
export class Threads implements SandboxPlatform {
  readonly name = 'threads';
  readonly authorization: AuthorizationServer;
  readonly #context: SandboxContext;
  readonly #store = new ThreadsStore();
  readonly #commit: (entry: ThreadsEntry) => void;
  readonly #comments: RequestedComments;
  readonly #posts: ThreadsPostRoutes;
  readonly #routes: readonly Route[];

  constructor(context: SandboxContext) {
    this.#context = context;
    this.#commit = context.journal.channel(this.name, this.#store);
    this.authorization = new AuthorizationServer(context, {
      app: 'threads',
      title: 'Threads',
      scopes: SCOPES,
      pkce: 'none',
      codeSeconds: 3600,
      accessSeconds: 3600,
      refreshSeconds: null,
      rotates: false,
      separator: ',',
    });
    const profiles = new ThreadsProfiles(context, this.authorization);
    const tokens = new TokenRoutes(context, this.authorization, profiles);
    const containers = new ThreadsContainerRoutes(context, this.#store, profiles, this.#commit);
    this.#comments = new RequestedComments({ book: this.#store.comments, commit: this.#commit });
    const replies = new ReplyRoutes(context, this.#store, profiles, this.#commit);
    this.#posts = new ThreadsPostRoutes(context, this.#store, profiles, this.#commit, replies);
    this.#routes = [
      ...[tokens, containers, replies, this.#posts].flatMap(({ routes }) => routes),
      ...insightRoutes(context, this.#store, profiles),
    ];
  }

  serves(host: string): boolean {
    return host === HOST;
  }

  async answer(exchange: Exchange): Promise<void> {
    const match = findRoute(this.#routes, exchange.method, exchange.url.pathname);
    this.#context.calls.count(this.name, match ? `${match.route.method} ${match.route.pattern}` : 'unknown');
    if (!match) throw refusal(400, 2500, 'Unknown path components', { type: 'OAuthException' });
    await match.route.run(exchange, match.params);
  }

  posts(): readonly ReceivedPost[] {
    return this.#store.posts().map((post) => this.#toReceivedPost(post));
  }

  postAt(path: string): ReceivedPost | null {
    const [, id = ''] = /^\/threads\/@[^/]+\/post\/(\d+)$/.exec(path) ?? [];
    const post = this.#store.post(id);
    return post ? this.#toReceivedPost(post) : null;
  }

  comment(requested: RequestedComment): string | null {
    const post = this.#store.post(requested.remoteId);
    return post ? this.#comments.add(requested, post.id, nextId(this.#context.now())) : null;
  }

  replies(): readonly ReceivedReply[] {
    return this.#store.posts().flatMap(({ id }) => this.#comments.ownOn(this.name, id));
  }

  editComment(id: string, text: string): boolean {
    return this.#comments.edit(id, text);
  }

  deleteComment(id: string): boolean {
    return this.#comments.delete(id);
  }

  /** The replies under a hidden reply are hidden too. */
  isHidden(id: string): boolean | null {
    const reply = this.#store.comments.get(id);
    return reply ? this.#store.comments.topOf(reply).hidden : null;
  }

  reset(): void {
    this.#posts.reset();
  }

  #toReceivedPost(post: ThreadsPost): ReceivedPost {
    return {
      platform: this.name,
      account: post.account,
      accountId: userIdOf(post.account),
      remoteId: post.id,
      text: post.text,
      media: post.files,
      receivedAt: new Date(post.createdAt).toISOString(),
      page: pageOf(post),
      comments: this.#comments.shown(post.id),
    };
  }
}
