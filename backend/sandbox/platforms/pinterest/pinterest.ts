import type { Exchange } from '../../http/exchange.ts';
import { findRoute, type Route } from '../../http/router.ts';
import { AuthorizationServer } from '../../oauth/authorization-server.ts';
import type { SandboxContext, ReceivedPost, SandboxPlatform } from '../sandbox-platform.ts';
import { PinterestMediaRoutes, UPLOAD_HOST } from './media-routes.ts';
import { PinRoutes } from './pin-routes.ts';
import { refusal } from './pinterest-refusal.ts';
import { PinterestStore, type Pin } from './pinterest-store.ts';
import { Storage } from './storage.ts';
import { tokenRoutes } from './token-routes.ts';
import { SCOPES, Users } from './users.ts';

const HOST = 'pinterest.sandbox.test';
const DAY_SECONDS = 86_400;

/** Pinterest, with the storage that receives its videos. */
export class Pinterest implements SandboxPlatform {
  readonly name = 'pinterest';
  readonly authorization: AuthorizationServer;
  readonly #context: SandboxContext;
  readonly #store = new PinterestStore();
  readonly #users: Users;
  readonly #storage: Storage;
  readonly #routes: readonly Route[];

  constructor(context: SandboxContext) {
    this.#context = context;
    const commit = context.journal.channel(this.name, this.#store);
    this.authorization = new AuthorizationServer(context, {
      app: 'pinterest',
      title: 'Pinterest',
      scopes: SCOPES,
      pkce: 'none',
      codeSeconds: 600,
      accessSeconds: 30 * DAY_SECONDS,
      refreshSeconds: 60 * DAY_SECONDS,
      rotates: true,
      separator: ',',
    });
    this.#users = new Users(context, this.authorization);
    this.#storage = new Storage(context, this.#store, commit);
    const media = new PinterestMediaRoutes(context, this.#store, this.#users, commit);
    const pins = new PinRoutes(context, this.#store, this.#users, commit);
    this.#routes = [...tokenRoutes(context, this.authorization), ...media.routes, ...pins.routes];
  }

  serves(host: string): boolean {
    return host === HOST || host === UPLOAD_HOST;
  }

  async answer(exchange: Exchange): Promise<void> {
    if (exchange.host === UPLOAD_HOST) {
      this.#context.calls.count(this.name, 'POST storage');
      await this.#storage.answer(exchange);
      return;
    }
    const match = findRoute(this.#routes, exchange.method, exchange.url.pathname);
    this.#context.calls.count(this.name, match ? `${match.route.method} ${match.route.pattern}` : 'unknown');
    if (!match) throw refusal(404, 40, 'API method not found.');
    await match.route.run(exchange, match.params);
  }

  posts(): readonly ReceivedPost[] {
    return this.#store.pins().map((pin) => this.#toReceivedPost(pin));
  }

  postAt(path: string): ReceivedPost | null {
    const [, id = ''] = /^\/pinterest\/pin\/(\d+)$/.exec(path) ?? [];
    const pin = this.#store.pin(id);
    return pin ? this.#toReceivedPost(pin) : null;
  }

  /** Pinterest's API has no comments. */
  comment(): null {
    return null;
  }

  reset(): void {
    this.#users.reset();
  }

  #toReceivedPost({ id, account, title, description, files, coverAt, createdAt }: Pin): ReceivedPost {
    return {
      platform: this.name,
      account,
      remoteId: id,
      text: description ?? title ?? '',
      media: files,
      ...(coverAt !== undefined && { coverAt }),
      receivedAt: new Date(createdAt).toISOString(),
      page: `/pinterest/pin/${id}`,
      comments: [],
    };
  }
}
