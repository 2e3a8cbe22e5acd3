import type { Exchange } from '../../http/exchange.ts';
import type { Route } from '../../http/router.ts';
import type { AuthorizationServer } from '../../oauth/authorization-server.ts';
import { RequestedComments } from '../meta/comment-book.ts';
import { answerGraph } from '../meta/graph-host.ts';
import { nextId } from '../meta/ids.ts';
import { loginRoutes } from '../meta/login-routes.ts';
import { subscribedPageRoutes } from '../meta/subscribed-apps.ts';
import { metaAppOf } from '../meta/meta-app.ts';
import type {
  RequestedComment,
  SandboxContext,
  ReceivedPost,
  ReceivedReply,
  SandboxPlatform,
} from '../sandbox-platform.ts';
import { InstagramCommentRoutes } from './comment-routes.ts';
import { InstagramContainerRoutes } from './container-routes.ts';
import { insightRoutes } from './insight-routes.ts';
import type { InstagramDoor } from './instagram-door.ts';
import { InstagramStore, type InstagramEntry, type InstagramMedia } from './instagram-store.ts';
import { InstagramLoginApp } from './login-app.ts';
import { instagramLoginRoutes } from './login-routes.ts';
import { InstagramMediaRoutes } from './media-routes.ts';

const HOST = 'instagram.sandbox.test';
/** The host for Instagram Login; in production it is another host as well. */
const LOGIN_HOST = 'instagram-login.sandbox.test';

/** Instagram accounts: behind Facebook Pages with Facebook's consent, and with Instagram's own consent. */
export class Instagram implements SandboxPlatform {
  readonly name = 'instagram';
  readonly #context: SandboxContext;
  readonly #store = new InstagramStore();
  readonly #commit: (entry: InstagramEntry) => void;
  readonly #comments: RequestedComments;
  readonly authorization: AuthorizationServer;
  readonly #routes: readonly Route[];
  readonly #loginRoutes: readonly Route[];

  constructor(context: SandboxContext) {
    this.#context = context;
    this.#commit = context.journal.channel(this.name, this.#store);
    this.#comments = new RequestedComments({ book: this.#store.comments, commit: this.#commit });
    const app = metaAppOf(context);
    const loginApp = new InstagramLoginApp(context);
    this.authorization = loginApp.authorization;
    this.#routes = [...loginRoutes(app), ...subscribedPageRoutes(context, app), ...this.#sharedRoutes(app)];
    this.#loginRoutes = [...instagramLoginRoutes(context, loginApp), ...this.#sharedRoutes(loginApp)];
  }

  serves(host: string): boolean {
    return host === HOST || host === LOGIN_HOST;
  }

  async answer(exchange: Exchange): Promise<void> {
    const routes = exchange.host === LOGIN_HOST ? this.#loginRoutes : this.#routes;
    await answerGraph(exchange, routes, this.#context, this.name);
  }

  posts(): readonly ReceivedPost[] {
    return this.#store.allMedia().map((media) => this.#toReceivedPost(media));
  }

  postAt(path: string): ReceivedPost | null {
    const [, shortcode] = /^\/instagram\/p\/([\w-]+)$/.exec(path) ?? [];
    const media = this.#store.allMedia().find((one) => one.shortcode === shortcode);
    return media ? this.#toReceivedPost(media) : null;
  }

  comment(requested: RequestedComment): string | null {
    const media = this.#store.media(requested.remoteId);
    return media ? this.#comments.add(requested, media.id, nextId(this.#context.now())) : null;
  }

  replies(): readonly ReceivedReply[] {
    return this.#store.allMedia().flatMap(({ id }) => this.#comments.ownOn(this.name, id));
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

  /** Does nothing, because the journal contains the whole state. */
  reset(): void {
    return;
  }

  /** Returns the routes that both hosts have. */
  #sharedRoutes(door: InstagramDoor): readonly Route[] {
    const containers = new InstagramContainerRoutes(this.#context, door, this.#store, this.#commit);
    const comments = new InstagramCommentRoutes(this.#context, door, this.#store, this.#commit);
    const media = new InstagramMediaRoutes(this.#context, door, this.#store, this.#commit, comments);
    const insights = insightRoutes(this.#context, door, this.#store, comments);
    return [...containers.routes, ...comments.routes, ...insights, ...media.routes];
  }

  #toReceivedPost({
    id,
    owner,
    account,
    caption,
    files,
    thumbOffset,
    shortcode,
    createdAt,
  }: InstagramMedia): ReceivedPost {
    return {
      platform: this.name,
      account,
      accountId: owner,
      remoteId: id,
      text: caption,
      media: files,
      ...(thumbOffset !== undefined && { coverAt: thumbOffset }),
      receivedAt: new Date(createdAt).toISOString(),
      page: `/instagram/p/${shortcode}`,
      comments: this.#comments.shown(id),
    };
  }
}
