import { randomBytes } from 'node:crypto';
import type { Exchange } from '../../http/exchange.ts';
import { findRoute, type Route } from '../../http/router.ts';
import { AuthorizationServer } from '../../oauth/authorization-server.ts';
import type { SandboxContext, ReceivedPost, SandboxPlatform } from '../sandbox-platform.ts';
import { Channels, SCOPES } from './channels.ts';
import { ThumbnailRoutes } from './thumbnail-routes.ts';
import { tokenRoutes } from './token-routes.ts';
import { UploadRoutes } from './upload-routes.ts';
import { VideoRoutes } from './video-routes.ts';
import { notFound } from './youtube-refusal.ts';
import { YouTubeStore, type Video, type YouTubeEntry } from './youtube-store.ts';

const HOST = 'youtube.sandbox.test';
const DAY = 86_400;

/** YouTube with Google's authorization server. */
export class YouTube implements SandboxPlatform {
  readonly name = 'youtube';
  readonly authorization: AuthorizationServer;
  readonly #context: SandboxContext;
  readonly #store = new YouTubeStore();
  readonly #commit: (entry: YouTubeEntry) => void;
  readonly #uploads: UploadRoutes;
  readonly #routes: readonly Route[];

  constructor(context: SandboxContext) {
    this.#context = context;
    this.#commit = context.journal.channel(this.name, this.#store);
    this.authorization = new AuthorizationServer(context, {
      app: 'youtube',
      title: 'YouTube',
      scopes: SCOPES,
      // Google checks it where it is sent; whoever sends none here has forgotten it.
      pkce: 'required',
      codeSeconds: 600,
      accessSeconds: 3600,
      refreshSeconds: 180 * DAY,
      rotates: false,
      separator: ' ',
    });
    const channels = new Channels(context, this.authorization);
    this.#uploads = new UploadRoutes(context, this.#store, channels, this.#commit);
    const videos = new VideoRoutes(context, this.#store, channels, this.#commit);
    const thumbnails = new ThumbnailRoutes(context, this.#store, channels, this.#commit);
    this.#routes = [
      ...tokenRoutes(this.authorization),
      ...this.#uploads.routes,
      ...videos.routes,
      ...thumbnails.routes,
    ];
  }

  serves(host: string): boolean {
    return host === HOST;
  }

  async answer(exchange: Exchange): Promise<void> {
    const match = findRoute(this.#routes, exchange.method, exchange.url.pathname);
    this.#context.calls.count(this.name, match ? `${match.route.method} ${match.route.pattern}` : 'unknown');
    if (!match) throw notFound();
    await match.route.run(exchange, match.params);
  }

  posts(): readonly ReceivedPost[] {
    return this.#store.videos().map((video) => this.#received(video));
  }

  postAt(path: string): ReceivedPost | null {
    const [, id = ''] = /^\/youtube\/watch\/([\w-]+)$/.exec(path) ?? [];
    const video = this.#store.video(id);
    return video ? this.#received(video) : null;
  }

  /** Videos made for kids take no comments. */
  comment(remoteId: string, author: string, text: string): string | null {
    const video = this.#store.video(remoteId);
    if (!video || video.resource.madeForKids) return null;
    const id = `Ug${randomBytes(18).toString('base64url')}`;
    this.#commit({ type: 'comment', comment: { id, videoId: video.id, author, text } });
    return id;
  }

  reset(): void {
    this.#uploads.reset();
  }

  #received({ id, account, resource, sha256, bytes, type, thumbnail, createdAt }: Video): ReceivedPost {
    return {
      platform: this.name,
      account,
      remoteId: id,
      text: resource.description,
      media: [{ type: type ?? 'application/octet-stream', bytes, sha256, alt: resource.title }],
      ...(thumbnail && { cover: thumbnail }),
      receivedAt: new Date(createdAt).toISOString(),
      page: `/youtube/watch/${id}`,
      comments: this.#store.commentsOn(id).map((comment) => ({
        author: comment.author,
        text: comment.text,
        receivedAt: new Date(comment.createdAt).toISOString(),
      })),
    };
  }
}
