import { DAY_SECONDS } from '@posthorn/contracts/shared/durations';
import type { Exchange } from '../../http/exchange.ts';
import { findRoute, type Route } from '../../http/router.ts';
import { AuthorizationServer } from '../../oauth/authorization-server.ts';
import type {
  RequestedComment,
  SandboxContext,
  ReceivedPost,
  ReceivedReply,
  SandboxPlatform,
} from '../sandbox-platform.ts';
import { TikTokAccountRoutes } from './account-routes.ts';
import { BUSINESS_SCOPES, BusinessDoor, businessIdOf } from './business-door.ts';
import { businessTokenRoutes } from './business-token-routes.ts';
import { TikTokCommentRoutes, nextCommentId } from './comment-routes.ts';
import { Creators } from './creators.ts';
import { isPublished, postPage, Progress } from './progress.ts';
import { TikTokPublishRoutes } from './publish-routes.ts';
import { refusal } from './tiktok-refusal.ts';
import { TikTokStore, type TikTokEntry, type TikTokPost } from './tiktok-store.ts';
import { tokenRoutes } from './token-routes.ts';
import { UPLOAD_HOST, TikTokUploadRoutes, uploadUrlOf } from './upload-routes.ts';
import { TikTokVideoRoutes } from './video-routes.ts';

const HOST = 'tiktok.sandbox.test';
/** The API for Business: a separate product with its own application and tokens. */
const BUSINESS_HOST = 'tiktok-business.sandbox.test';

/** TikTok for Developers (Login Kit, the Content Posting API) and the API for Business. Only the API for Business has comments. */
export class TikTok implements SandboxPlatform {
  readonly name = 'tiktok';
  readonly authorization: AuthorizationServer;
  readonly secondAuthorization: AuthorizationServer;
  readonly #context: SandboxContext;
  readonly #store = new TikTokStore();
  readonly #creators: Creators;
  readonly #routes: readonly Route[];
  readonly #uploadRoutes: readonly Route[];
  readonly #businessRoutes: readonly Route[];
  readonly #commit: (entry: TikTokEntry) => void;

  constructor(context: SandboxContext) {
    this.#context = context;
    this.#commit = context.journal.channel(this.name, this.#store);
    const commit = this.#commit;
    this.authorization = new AuthorizationServer(context, {
      app: 'tiktok',
      title: 'TikTok',
      scopes: ['user.info.basic', 'user.info.profile', 'video.publish', 'video.upload', 'video.list'],
      pkce: 'none',
      codeSeconds: 600,
      accessSeconds: DAY_SECONDS,
      refreshSeconds: 365 * DAY_SECONDS,
      rotates: true,
      separator: ',',
    });
    this.secondAuthorization = new AuthorizationServer(context, {
      app: 'tiktok-business',
      title: 'TikTok for Business',
      scopes: BUSINESS_SCOPES,
      pkce: 'none',
      codeSeconds: 600,
      codeName: 'auth_code',
      accessSeconds: DAY_SECONDS,
      refreshSeconds: 365 * DAY_SECONDS,
      rotates: true,
      separator: ',',
    });
    this.#creators = new Creators(context, this.authorization);
    const progress = new Progress(context, this.#store, commit);
    const accounts = new TikTokAccountRoutes(context, this.#store, this.#creators, progress);
    const posts = new TikTokPublishRoutes(
      context,
      this.#store,
      this.#creators,
      progress,
      commit,
      uploadUrlOf,
    );
    const door = new BusinessDoor(context, this.secondAuthorization);
    const videos = new TikTokVideoRoutes(context, this.#store, this.#creators, door);
    const ownRoutes = [...accounts.routes, ...posts.routes, ...videos.display];
    this.#routes = [...tokenRoutes(this.authorization), ...ownRoutes];
    this.#uploadRoutes = new TikTokUploadRoutes(context, this.#store, progress, commit).routes;
    this.#businessRoutes = [
      ...businessTokenRoutes(this.secondAuthorization),
      ...door.routes,
      ...new TikTokCommentRoutes(context, this.#store, door, commit).routes,
      ...videos.business,
    ];
  }

  serves(host: string): boolean {
    return host === HOST || host === UPLOAD_HOST || host === BUSINESS_HOST;
  }

  async answer(exchange: Exchange): Promise<void> {
    const routes =
      exchange.host === UPLOAD_HOST
        ? this.#uploadRoutes
        : exchange.host === BUSINESS_HOST
          ? this.#businessRoutes
          : this.#routes;
    const match = findRoute(routes, exchange.method, exchange.url.pathname);
    this.#context.calls.count(this.name, match ? `${match.route.method} ${match.route.pattern}` : 'unknown');
    if (!match) throw refusal(404, 'not_found', 'There is no such call.');
    await match.route.run(exchange, match.params);
  }

  posts(): readonly ReceivedPost[] {
    return [...this.#store.posts()]
      .filter((post) => isPublished(post, this.#context.now()))
      .map((post) => this.#toReceivedPost(post));
  }

  /** Finds the post of a page. A post that is not public has no page, so a profile's page shows the latest post. */
  postAt(path: string): ReceivedPost | null {
    const [, account, id] = /^\/tiktok\/@([^/]+)(?:\/video\/(\d+))?$/.exec(path) ?? [];
    const post = id
      ? this.#store.postOfId(id)
      : [...this.#store.posts()].findLast((each) => each.account === account && each.taken);
    return post && isPublished(post, this.#context.now()) ? this.#toReceivedPost(post) : null;
  }

  /** A reply to a reply becomes another reply to the first comment. Posts that are not public have no id to comment on. */
  comment({ remoteId: postId, author, text, parentId }: RequestedComment): string | null {
    const answered = parentId === null ? null : this.#store.comments.get(parentId);
    if (!this.#store.postOfId(postId) || answered === undefined) return null;
    if (answered && answered.postId !== postId) return null;
    const id = nextCommentId();
    const topId = answered && (answered.parentId ?? answered.id);
    this.#commit({ type: 'comment', comment: { id, postId, parentId: topId, author, account: null, text } });
    return id;
  }

  replies(): readonly ReceivedReply[] {
    return this.#store.comments
      .all()
      .flatMap(({ id, postId, parentId, account, author, text, createdAt }) => {
        if (account === null) return [];
        const receivedAt = new Date(createdAt).toISOString();
        return [
          { platform: this.name, author, remoteId: id, parentId: parentId ?? postId, text, receivedAt },
        ];
      });
  }

  deleteComment(id: string): boolean {
    if (!this.#store.comments.get(id)) return false;
    this.#commit({ type: 'commentDeleted', id });
    return true;
  }

  isHidden(id: string): boolean | null {
    return this.#store.comments.get(id)?.hidden ?? null;
  }

  reset(): void {
    this.#creators.reset();
  }

  #toReceivedPost(post: TikTokPost): ReceivedPost {
    const { account, info, taken, openedAt } = post;
    return {
      platform: this.name,
      account,
      accountId: businessIdOf(account),
      remoteId: taken?.postId ?? post.publishId,
      text: post.source.kind === 'video' ? info.title : info.description,
      media: taken?.media ?? [],
      ...(info.coverAt !== undefined && { coverAt: info.coverAt }),
      receivedAt: new Date(openedAt).toISOString(),
      page: postPage(post),
      comments: this.#store.comments.on(taken?.postId ?? '').map((comment) => ({
        author: comment.author,
        text: comment.text,
        receivedAt: new Date(comment.createdAt).toISOString(),
      })),
    };
  }
}
