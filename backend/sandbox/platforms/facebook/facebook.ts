import type { Exchange } from '../../http/exchange.ts';
import type { Route } from '../../http/router.ts';
import type { AuthorizationServer } from '../../oauth/authorization-server.ts';
import { answerGraph } from '../meta/graph-host.ts';
import { RequestedComments } from '../meta/comment-book.ts';
import { loginRoutes } from '../meta/login-routes.ts';
import { subscribedPageRoutes } from '../meta/subscribed-apps.ts';
import { metaAppOf } from '../meta/meta-app.ts';
import type {
  RequestedComment,
  SandboxContext,
  PostedMedia,
  ReceivedPost,
  ReceivedReply,
  SandboxPlatform,
} from '../sandbox-platform.ts';
import { commentId, FacebookCommentRoutes } from './comment-routes.ts';
import { FacebookStore, type FacebookEntry, type FacebookPost } from './facebook-store.ts';
import { insightRoutes } from './figures.ts';
import { photoRoutes } from './photo-routes.ts';
import { FacebookPostRoutes } from './post-routes.ts';
import { ReelQuota } from './reel-quota.ts';
import { ruploadRoutes } from './rupload.ts';
import { FacebookVideoRoutes } from './video-routes.ts';
import { isPublished, videoPage } from './video-view.ts';

const GRAPH = 'facebook.sandbox.test';
const UPLOADS = 'rupload.facebook.sandbox.test';

/** Facebook Pages, and the consent that also covers Instagram. */
export class Facebook implements SandboxPlatform {
  readonly name = 'facebook';
  readonly authorization: AuthorizationServer;
  readonly #context: SandboxContext;
  readonly #store = new FacebookStore();
  readonly #commit: (entry: FacebookEntry) => void;
  readonly #comments: RequestedComments;
  readonly #reels: ReelQuota;
  readonly #graph: readonly Route[];
  readonly #uploads: readonly Route[];

  constructor(context: SandboxContext) {
    this.#context = context;
    this.#commit = context.journal.channel(this.name, this.#store);
    const app = metaAppOf(context);
    this.authorization = app.authorization;
    this.#reels = new ReelQuota(context);
    const videos = new FacebookVideoRoutes(context, app, this.#store, this.#commit, this.#reels);
    this.#comments = new RequestedComments({ book: this.#store.comments, commit: this.#commit });
    const comments = new FacebookCommentRoutes(context, app, this.#store, this.#commit);
    const posts = new FacebookPostRoutes(context, app, this.#store, this.#commit, comments);
    const photos = photoRoutes(context, app, this.#commit);
    const webhookRoutes = subscribedPageRoutes(context, app);
    this.#graph = [
      ...loginRoutes(app),
      ...webhookRoutes,
      ...photos,
      ...videos.routes,
      ...comments.routes,
      ...insightRoutes(context, app, this.#store),
      ...posts.routes,
    ];
    this.#uploads = ruploadRoutes(context, app, this.#store, this.#commit);
  }

  serves(host: string): boolean {
    return host === GRAPH || host === UPLOADS;
  }

  async answer(exchange: Exchange): Promise<void> {
    if (exchange.host === GRAPH) await answerGraph(exchange, this.#graph, this.#context, this.name);
    else await answerUpload(exchange, this.#uploads, this.#context);
  }

  posts(): readonly ReceivedPost[] {
    return this.#store.posts().flatMap((post) => this.#toReceivedPost(post));
  }

  postAt(path: string): ReceivedPost | null {
    const [, postId] = /^\/facebook\/posts\/(\d+_\d+)$/.exec(path) ?? [];
    const [, videoId] = /^\/facebook\/(?:reel|\d+\/videos)\/(\d+)$/.exec(path) ?? [];
    const post = this.#store.post(postId ?? this.#store.videos.get(videoId ?? '')?.finished?.postId ?? '');
    return post ? (this.#toReceivedPost(post)[0] ?? null) : null;
  }

  comment(requested: RequestedComment): string | null {
    const post = this.#store.post(requested.remoteId);
    return post ? this.#comments.add(requested, post.id, commentId(post, this.#context.now())) : null;
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

  isHidden(id: string): boolean | null {
    return this.#comments.isHidden(id);
  }

  reset(): void {
    this.#reels.reset();
  }

  /** Returns an empty list while the post’s video is processed. */
  #toReceivedPost(post: FacebookPost): ReceivedPost[] {
    const { id, account, message, photoIds, videoId, createdAt } = post;
    const video = videoId === null ? undefined : this.#store.videos.get(videoId);
    if (video && !isPublished(video, this.#context.now())) return [];
    const photos = photoIds.flatMap((photoId): PostedMedia[] => {
      const photo = this.#store.photos.get(photoId);
      return photo ? [{ type: photo.type, bytes: photo.bytes, sha256: photo.sha256, alt: photo.alt }] : [];
    });
    const file = video?.finished?.file;
    const videos = file ? [{ type: file.type ?? '', bytes: file.bytes, sha256: file.sha256, alt: '' }] : [];
    return [
      {
        platform: this.name,
        account,
        accountId: id.split('_')[0] ?? '',
        remoteId: id,
        text: message,
        media: [...photos, ...videos],
        receivedAt: new Date(createdAt).toISOString(),
        page: video ? videoPage(video) : `/facebook/posts/${id}`,
        comments: this.#comments.shown(id),
      },
    ];
  }
}

/** The paths of uploads contain the version in the middle. */
async function answerUpload(
  exchange: Exchange,
  routes: readonly Route[],
  context: SandboxContext,
): Promise<void> {
  exchange.url.pathname = exchange.url.pathname.replace(/\/v\d+\.\d+(?=\/)/, '');
  await answerGraph(exchange, routes, context, 'facebook');
}
