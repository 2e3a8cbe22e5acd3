import type { Exchange } from '../../http/exchange.ts';
import { findRoute, type Route } from '../../http/router.ts';
import { AuthorizationServer } from '../../oauth/authorization-server.ts';
import type { SandboxContext, ReceivedPost, SandboxPlatform } from '../sandbox-platform.ts';
import { AccountRoutes } from './account-routes.ts';
import { Creators } from './creators.ts';
import { isPublished, postPage, Progress } from './progress.ts';
import { PublishRoutes } from './publish-routes.ts';
import { refusal } from './tiktok-refusal.ts';
import { TikTokStore, type TikTokEntry, type TikTokPost } from './tiktok-store.ts';
import { tokenRoutes } from './token-routes.ts';
import { UPLOAD_HOST, UploadRoutes, uploadUrlOf } from './upload-routes.ts';

const HOST = 'tiktok.sandbox.test';
const DAY = 86_400;

/** TikTok for Developers: Login Kit and the Content Posting API. */
export class TikTok implements SandboxPlatform {
  readonly name = 'tiktok';
  readonly authorization: AuthorizationServer;
  readonly #context: SandboxContext;
  readonly #store = new TikTokStore();
  readonly #creators: Creators;
  readonly #routes: readonly Route[];
  readonly #uploadRoutes: readonly Route[];

  constructor(context: SandboxContext) {
    this.#context = context;
    const commit: (entry: TikTokEntry) => void = context.journal.channel(this.name, this.#store);
    this.authorization = new AuthorizationServer(context, {
      app: 'tiktok',
      title: 'TikTok',
      scopes: ['user.info.basic', 'user.info.profile', 'video.publish', 'video.upload', 'video.list'],
      pkce: 'none',
      codeSeconds: 600,
      accessSeconds: DAY,
      refreshSeconds: 365 * DAY,
      rotates: true,
      separator: ',',
    });
    this.#creators = new Creators(context, this.authorization);
    const progress = new Progress(context, this.#store, commit);
    const accounts = new AccountRoutes(context, this.#store, this.#creators, progress);
    const posts = new PublishRoutes(context, this.#store, this.#creators, progress, commit, uploadUrlOf);
    this.#routes = [...tokenRoutes(this.authorization), ...accounts.routes, ...posts.routes];
    this.#uploadRoutes = new UploadRoutes(context, this.#store, progress, commit).routes;
  }

  serves(host: string): boolean {
    return host === HOST || host === UPLOAD_HOST;
  }

  async answer(exchange: Exchange): Promise<void> {
    const routes = exchange.host === UPLOAD_HOST ? this.#uploadRoutes : this.#routes;
    const match = findRoute(routes, exchange.method, exchange.url.pathname);
    this.#context.calls.count(this.name, match ? `${match.route.method} ${match.route.pattern}` : 'unknown');
    if (!match) throw refusal(404, 'not_found', 'There is no such call.');
    await match.route.run(exchange, match.params);
  }

  posts(): readonly ReceivedPost[] {
    return [...this.#store.posts()]
      .filter((post) => isPublished(post, this.#context.now()))
      .map((post) => this.#received(post));
  }

  /** The page of a profile shows its latest post, as a post that is not public has no page of its own. */
  postAt(path: string): ReceivedPost | null {
    const [, account, id] = /^\/tiktok\/@([^/]+)(?:\/video\/(\d+))?$/.exec(path) ?? [];
    const post = id
      ? this.#store.postOfId(id)
      : [...this.#store.posts()].findLast((each) => each.account === account && each.taken);
    return post && isPublished(post, this.#context.now()) ? this.#received(post) : null;
  }

  /** This product of TikTok has no comments. */
  comment(): null {
    return null;
  }

  reset(): void {
    this.#creators.reset();
  }

  #received(post: TikTokPost): ReceivedPost {
    const { account, info, taken, openedAt } = post;
    return {
      platform: this.name,
      account,
      remoteId: taken?.postId ?? post.publishId,
      text: post.source.kind === 'video' ? info.title : info.description,
      media: taken?.media ?? [],
      ...(info.coverAt !== undefined && { coverAt: info.coverAt }),
      receivedAt: new Date(openedAt).toISOString(),
      page: postPage(post),
      comments: [],
    };
  }
}
