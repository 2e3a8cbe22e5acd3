import type { Exchange } from '../../http/exchange.ts';
import type { Route } from '../../http/router.ts';
import { answerGraph } from '../meta/graph-host.ts';
import { nextId } from '../meta/ids.ts';
import { loginRoutes } from '../meta/login-routes.ts';
import { metaAppOf } from '../meta/meta-app.ts';
import type { SandboxContext, ReceivedPost, SandboxPlatform } from '../sandbox-platform.ts';
import { ContainerRoutes } from './container-routes.ts';
import { InstagramStore, type InstagramEntry, type Media } from './instagram-store.ts';
import { MediaRoutes } from './media-routes.ts';

const HOST = 'instagram.sandbox.test';

/** Instagram accounts behind Facebook Pages; their consent is Facebook's. */
export class Instagram implements SandboxPlatform {
  readonly name = 'instagram';
  readonly #context: SandboxContext;
  readonly #store = new InstagramStore();
  readonly #commit: (entry: InstagramEntry) => void;
  readonly #routes: readonly Route[];

  constructor(context: SandboxContext) {
    this.#context = context;
    this.#commit = context.journal.channel(this.name, this.#store);
    const app = metaAppOf(context);
    const containers = new ContainerRoutes(context, app, this.#store, this.#commit);
    const media = new MediaRoutes(context, app, this.#store, this.#commit);
    this.#routes = [...loginRoutes(app), ...containers.routes, ...media.routes];
  }

  serves(host: string): boolean {
    return host === HOST;
  }

  async answer(exchange: Exchange): Promise<void> {
    await answerGraph(exchange, this.#routes, this.#context, this.name);
  }

  posts(): readonly ReceivedPost[] {
    return this.#store.allMedia().map((media) => this.#received(media));
  }

  postAt(path: string): ReceivedPost | null {
    const [, shortcode] = /^\/instagram\/p\/([\w-]+)$/.exec(path) ?? [];
    const media = this.#store.allMedia().find((one) => one.shortcode === shortcode);
    return media ? this.#received(media) : null;
  }

  comment(remoteId: string, author: string, text: string): string | null {
    const media = this.#store.media(remoteId);
    if (!media) return null;
    const id = nextId(this.#context.now());
    this.#commit({ type: 'comment', comment: { id, mediaId: media.id, author, text } });
    return id;
  }

  /** Everything is in the journal. */
  reset(): void {
    return;
  }

  #received({ id, account, caption, files, shortcode, createdAt }: Media): ReceivedPost {
    return {
      platform: this.name,
      account,
      remoteId: id,
      text: caption,
      media: files,
      receivedAt: new Date(createdAt).toISOString(),
      page: `/instagram/p/${shortcode}`,
      comments: this.#store.commentsOn(id).map((comment) => ({
        author: comment.author,
        text: comment.text,
        receivedAt: new Date(comment.createdAt).toISOString(),
      })),
    };
  }
}
