import { DAY_SECONDS } from '@posthorn/contracts/shared/durations';
import type { Exchange } from '../../http/exchange.ts';
import { findRoute, type Route } from '../../http/router.ts';
import { AuthorizationServer } from '../../oauth/authorization-server.ts';
import type {
  RequestedComment,
  SandboxContext,
  PostedMedia,
  ReceivedPost,
  ReceivedReply,
  SandboxPlatform,
} from '../sandbox-platform.ts';
import { TwitterCommentRoutes } from './comment-routes.ts';
import { TwitterComments } from './comments.ts';
import { userId } from './ids.ts';
import { TwitterMediaRoutes } from './media-routes.ts';
import { TwitterPeople, SCOPES } from './people.ts';
import { TwitterPostRoutes } from './post-routes.ts';
import { fullText, TwitterPostView } from './post-view.ts';
import { notFound } from './problem.ts';
import { TwitterRateLimits } from './rate-limits.ts';
import { subscriptionRoutes } from './subscription-routes.ts';
import { tokenRoutes } from './token-routes.ts';
import { TwitterStore, type TwitterPost, type TwitterEntry } from './twitter-store.ts';

const HOST = 'twitter.sandbox.test';

/** X, with its API v2. */
export class Twitter implements SandboxPlatform {
  readonly name = 'twitter';
  readonly authorization: AuthorizationServer;
  readonly #context: SandboxContext;
  readonly #store = new TwitterStore();
  readonly #commit: (entry: TwitterEntry) => void;
  readonly #view: TwitterPostView;
  readonly #limits: TwitterRateLimits;
  readonly #routes: readonly Route[];
  readonly #comments: TwitterComments;
  readonly #reads: TwitterCommentRoutes;

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
      refreshSeconds: 180 * DAY_SECONDS,
      rotates: true,
      separator: ' ',
    });
    const people = new TwitterPeople(context, this.authorization);
    this.#view = new TwitterPostView(this.#store, context.counters);
    this.#limits = new TwitterRateLimits(context);
    const files = new TwitterMediaRoutes(context, this.#store, people, this.#limits, this.#commit);
    const posts = new TwitterPostRoutes(context, this.#store, people, this.#view, this.#limits, this.#commit);
    this.#comments = new TwitterComments(context, this.#store, this.#view, this.#commit);
    this.#reads = new TwitterCommentRoutes(
      context,
      this.#store,
      people,
      this.#view,
      this.#limits,
      this.#commit,
    );
    const routeGroups = [files, posts, this.#reads];
    const webhookRoutes = subscriptionRoutes(context, people);
    this.#routes = [
      ...tokenRoutes(this.authorization),
      ...webhookRoutes,
      ...routeGroups.flatMap(({ routes }) => routes),
    ];
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
      .filter(({ published, inReplyTo }) => published && inReplyTo === null)
      .map((post) => this.#toReceivedPost(post));
  }

  postAt(path: string): ReceivedPost | null {
    const [, account, id = ''] = /^\/twitter\/([^/]+)\/status\/(\d+)$/.exec(path) ?? [];
    const post = this.#store.post(id);
    return post && post.account === account ? this.#toReceivedPost(post) : null;
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
    this.#limits.reset();
    this.#reads.reset();
  }

  #toReceivedPost(post: TwitterPost): ReceivedPost {
    return {
      platform: this.name,
      account: post.account,
      accountId: userId(post.account),
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
        text: fullText(reply),
        receivedAt: new Date(reply.createdAt).toISOString(),
      })),
    };
  }
}
