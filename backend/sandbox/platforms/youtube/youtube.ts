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
import { Channels, SCOPES } from './channels.ts';
import { commentId, YouTubeCommentRoutes } from './comment-routes.ts';
import { YouTubeQuota } from './quota.ts';
import { ReportRoutes } from './report-routes.ts';
import { ThumbnailRoutes } from './thumbnail-routes.ts';
import { tokenRoutes } from './token-routes.ts';
import { YouTubeUploadRoutes } from './upload-routes.ts';
import { YouTubeVideoRoutes } from './video-routes.ts';
import { notFound } from './youtube-refusal.ts';
import { YouTubeStore, type YouTubeVideo, type YouTubeEntry } from './youtube-store.ts';

const HOST = 'youtube.sandbox.test';

/** YouTube, with Google's authorization server. */
export class YouTube implements SandboxPlatform {
  readonly name = 'youtube';
  readonly authorization: AuthorizationServer;
  readonly #context: SandboxContext;
  readonly #store = new YouTubeStore();
  readonly #commit: (entry: YouTubeEntry) => void;
  readonly #quota: YouTubeQuota;
  readonly #routes: readonly Route[];

  constructor(context: SandboxContext) {
    this.#context = context;
    this.#commit = context.journal.channel(this.name, this.#store);
    this.authorization = new AuthorizationServer(context, {
      app: 'youtube',
      title: 'YouTube',
      scopes: SCOPES,
      // Google checks PKCE only when the client uses it. The sandbox requires it, so that specs notice when it is missing.
      pkce: 'required',
      codeSeconds: 600,
      accessSeconds: 3600,
      refreshSeconds: 180 * DAY_SECONDS,
      rotates: false,
      separator: ' ',
    });
    const channels = new Channels(context, this.authorization);
    this.#quota = new YouTubeQuota(context);
    const parts = { store: this.#store, channels, quota: this.#quota };
    const uploads = new YouTubeUploadRoutes(context, parts, this.#commit);
    const videos = new YouTubeVideoRoutes(context, parts, this.#commit);
    const comments = new YouTubeCommentRoutes(context, parts, this.#commit);
    const thumbnails = new ThumbnailRoutes(context, this.#store, channels, this.#commit);
    this.#routes = [
      ...tokenRoutes(this.authorization),
      ...uploads.routes,
      ...videos.routes,
      ...new ReportRoutes(context, this.#store, channels).routes,
      ...comments.routes,
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
    return this.#store.videos().map((video) => this.#toReceivedPost(video));
  }

  postAt(path: string): ReceivedPost | null {
    const [, id = ''] = /^\/youtube\/watch\/([\w-]+)$/.exec(path) ?? [];
    const video = this.#store.video(id);
    return video ? this.#toReceivedPost(video) : null;
  }

  /** Videos made for kids accept no comments. A reply to a reply becomes another reply to the first comment. */
  comment({ remoteId: postId, author, text, parentId, unannounced }: RequestedComment): string | null {
    const video = this.#store.video(postId);
    const repliedTo = parentId === null ? null : this.#store.comments.get(parentId);
    if (!video || video.resource.madeForKids || repliedTo === undefined) return null;
    if (repliedTo && repliedTo.postId !== postId) return null;
    const top = repliedTo && (repliedTo.parentId ?? repliedTo.id);
    const id = commentId(top);
    const comment = { id, postId, parentId: top, author, account: null, text, unannounced };
    this.#commit({ type: 'comment', comment });
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

  editComment(id: string, text: string): boolean {
    if (this.#store.comments.get(id)?.account !== null) return false;
    this.#commit({ type: 'commentEdited', id, text });
    return true;
  }

  deleteComment(id: string): boolean {
    if (!this.#store.comments.get(id)) return false;
    this.#commit({ type: 'commentDeleted', id });
    return true;
  }

  isHidden(id: string): boolean | null {
    const comment = this.#store.comments.get(id);
    return comment ? comment.state !== 'published' : null;
  }

  reset(): void {
    this.#quota.clear();
  }

  #toReceivedPost({
    id,
    account,
    resource,
    sha256,
    bytes,
    type,
    thumbnail,
    createdAt,
  }: YouTubeVideo): ReceivedPost {
    return {
      platform: this.name,
      account,
      remoteId: id,
      text: resource.description,
      media: [{ type: type ?? 'application/octet-stream', bytes, sha256, alt: resource.title }],
      ...(thumbnail && { cover: thumbnail }),
      receivedAt: new Date(createdAt).toISOString(),
      page: `/youtube/watch/${id}`,
      comments: this.#store.comments.on(id).map((comment) => ({
        author: comment.author,
        text: comment.text,
        receivedAt: new Date(comment.createdAt).toISOString(),
      })),
    };
  }
}
