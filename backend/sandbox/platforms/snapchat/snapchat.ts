import { DAY_SECONDS } from '@posthorn/contracts/shared/durations';
import type { Exchange } from '../../http/exchange.ts';
import { findRoute, type Route } from '../../http/router.ts';
import { AuthorizationServer } from '../../oauth/authorization-server.ts';
import type { SandboxContext, ReceivedPost, SandboxPlatform } from '../sandbox-platform.ts';
import { SnapchatMediaRoutes } from './media-routes.ts';
import { SnapchatProfiles } from './profiles.ts';
import { pageOf, SnapchatPublishRoutes } from './publish-routes.ts';
import { notFound } from './snapchat-refusal.ts';
import { SnapchatStore, type Snap, type SnapchatEntry } from './snapchat-store.ts';
import { tokenRoutes } from './token-routes.ts';

const HOST = 'snapchat.sandbox.test';

/** Snapchat's Public Profiles. */
export class Snapchat implements SandboxPlatform {
  readonly name = 'snapchat';
  readonly authorization: AuthorizationServer;
  readonly #context: SandboxContext;
  readonly #store = new SnapchatStore();
  readonly #commit: (entry: SnapchatEntry) => void;
  readonly #profiles: SnapchatProfiles;
  readonly #routes: readonly Route[];

  constructor(context: SandboxContext) {
    this.#context = context;
    this.#commit = context.journal.channel(this.name, this.#store);
    this.authorization = new AuthorizationServer(context, {
      app: 'snapchat',
      title: 'Snapchat',
      // There is one permission: a person who does not grant it refuses consent.
      scopes: [],
      pkce: 'none',
      codeSeconds: 600,
      accessSeconds: 3600,
      refreshSeconds: 365 * DAY_SECONDS,
      rotates: false,
      separator: ' ',
    });
    this.#profiles = new SnapchatProfiles(context, this.authorization);
    const files = new SnapchatMediaRoutes(context, this.#store, this.#profiles, this.#commit);
    const publishing = new SnapchatPublishRoutes(context, this.#store, this.#profiles, this.#commit);
    this.#routes = [...tokenRoutes(this.authorization), ...publishing.routes, ...files.routes];
  }

  serves(host: string): boolean {
    return host === HOST;
  }

  async answer(exchange: Exchange): Promise<void> {
    const match = findRoute(this.#routes, exchange.method, exchange.url.pathname);
    this.#context.calls.count(this.name, match ? `${match.route.method} ${match.route.pattern}` : 'unknown');
    if (!match) throw notFound('The path');
    await match.route.run(exchange, match.params);
  }

  /** A rejected Spotlight is not visible. */
  posts(): readonly ReceivedPost[] {
    return this.#store
      .snaps()
      .filter(({ rejected }) => !rejected)
      .map((snap) => this.#toReceivedPost(snap));
  }

  postAt(path: string): ReceivedPost | null {
    const [, id = ''] = /^\/snapchat\/[a-z_]+\/([0-9a-f-]+)$/.exec(path) ?? [];
    const snap = this.#store.snap(id);
    return snap && !snap.rejected && pageOf(snap) === path ? this.#toReceivedPost(snap) : null;
  }

  comment(): null {
    return null;
  }

  reset(): void {
    this.#profiles.reset();
  }

  #toReceivedPost(snap: Snap): ReceivedPost {
    const file = this.#store.media(snap.mediaId)?.file;
    return {
      platform: this.name,
      account: snap.account,
      remoteId: snap.id,
      text: snap.text,
      media: file ? [{ ...file, alt: '' }] : [],
      receivedAt: new Date(snap.createdAt).toISOString(),
      page: pageOf(snap),
      comments: [],
    };
  }
}
