import type { Exchange } from '../../http/exchange.ts';
import type { Route } from '../../http/router.ts';
import type { AuthorizationServer } from '../../oauth/authorization-server.ts';
import { answerGraph } from '../meta/graph-host.ts';
import { loginRoutes } from '../meta/login-routes.ts';
import { nextId } from '../meta/ids.ts';
import { metaAppOf } from '../meta/meta-app.ts';
import type { SandboxContext, PostedMedia, ReceivedPost, SandboxPlatform } from '../sandbox-platform.ts';
import { FacebookStore, type FacebookEntry, type Post } from './facebook-store.ts';
import { photoRoutes } from './photo-routes.ts';
import { PostRoutes } from './post-routes.ts';
import { ReelQuota } from './reel-quota.ts';
import { ruploadRoutes } from './rupload.ts';
import { VideoRoutes } from './video-routes.ts';
import { isPublished, videoPage } from './video-view.ts';

const GRAPH = 'facebook.sandbox.test';
const UPLOADS = 'rupload.facebook.sandbox.test';

/** Facebook Pages, and the consent that also opens Instagram. */
export class Facebook implements SandboxPlatform {
  readonly name = 'facebook';
  readonly authorization: AuthorizationServer;
  readonly #context: SandboxContext;
  readonly #store = new FacebookStore();
  readonly #commit: (entry: FacebookEntry) => void;
  readonly #reels: ReelQuota;
  readonly #graph: readonly Route[];
  readonly #uploads: readonly Route[];

  constructor(context: SandboxContext) {
    this.#context = context;
    this.#commit = context.journal.channel(this.name, this.#store);
    const app = metaAppOf(context);
    this.authorization = app.authorization;
    this.#reels = new ReelQuota(context);
    const videos = new VideoRoutes(context, app, this.#store, this.#commit, this.#reels);
    const posts = new PostRoutes(context, app, this.#store, this.#commit);
    const photos = photoRoutes(context, app, this.#commit);
    this.#graph = [...loginRoutes(app), ...photos, ...videos.routes, ...posts.routes];
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
    return this.#store.posts().flatMap((post) => this.#received(post));
  }

  postAt(path: string): ReceivedPost | null {
    const [, postId] = /^\/facebook\/posts\/(\d+_\d+)$/.exec(path) ?? [];
    const [, videoId] = /^\/facebook\/(?:reel|\d+\/videos)\/(\d+)$/.exec(path) ?? [];
    const post = this.#store.post(postId ?? this.#store.videos.get(videoId ?? '')?.finished?.postId ?? '');
    return post ? (this.#received(post)[0] ?? null) : null;
  }

  comment(remoteId: string, author: string, text: string): string | null {
    const post = this.#store.post(remoteId);
    if (!post) return null;
    const id = `${post.id.split('_')[1] ?? ''}_${nextId(this.#context.now())}`;
    this.#commit({ type: 'comment', comment: { id, postId: post.id, author, text } });
    return id;
  }

  reset(): void {
    this.#reels.reset();
  }

  /** Empty while a video is processed. */
  #received(post: Post): ReceivedPost[] {
    const { id, account, message, photoIds, videoId, createdAt } = post;
    const video = videoId === null ? undefined : this.#store.videos.get(videoId);
    if (video && !isPublished(video, this.#context.now())) return [];
    const photos = photoIds.flatMap((photoId): PostedMedia[] => {
      const photo = this.#store.photos.get(photoId);
      return photo ? [{ type: photo.type, bytes: photo.bytes, sha256: photo.sha256, alt: photo.alt }] : [];
    });
    const file = video?.finished?.file;
    const film = file ? [{ type: file.type ?? '', bytes: file.bytes, sha256: file.sha256, alt: '' }] : [];
    return [
      {
        platform: this.name,
        account,
        remoteId: id,
        text: message,
        media: [...photos, ...film],
        receivedAt: new Date(createdAt).toISOString(),
        page: video ? videoPage(video) : `/facebook/posts/${id}`,
        comments: this.#store.commentsOn(id).map((comment) => ({
          author: comment.author,
          text: comment.text,
          receivedAt: new Date(comment.createdAt).toISOString(),
        })),
      },
    ];
  }
}

/** The version stands in the middle of its paths. */
async function answerUpload(
  exchange: Exchange,
  routes: readonly Route[],
  context: SandboxContext,
): Promise<void> {
  exchange.url.pathname = exchange.url.pathname.replace(/\/v\d+\.\d+(?=\/)/, '');
  await answerGraph(exchange, routes, context, 'facebook');
}
