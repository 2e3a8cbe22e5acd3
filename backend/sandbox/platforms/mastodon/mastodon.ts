import type { Exchange } from '../../http/exchange.ts';
import { findRoute, type Route } from '../../http/router.ts';
import type {
  RequestedComment,
  SandboxContext,
  PostedMedia,
  ReceivedPost,
  ReceivedReply,
  SandboxPlatform,
} from '../sandbox-platform.ts';
import { AuthorizationServer } from '../../oauth/authorization-server.ts';
import { MastodonAccountRoutes } from './account-routes.ts';
import { Accounts, fullName } from './accounts.ts';
import { AppRoutes } from './app-routes.ts';
import { MastodonComments } from './comments.ts';
import { instanceRoutes } from './instance.ts';
import { MastodonStore, type MastodonEntry } from './mastodon-store.ts';
import type { Status } from './status.ts';
import { notFound } from './mastodon-refusal.ts';
import { MastodonMediaRoutes } from './media-routes.ts';
import { MastodonRateLimits } from './rate-limits.ts';
import { StatusRoutes } from './status-routes.ts';
import { StatusView } from './status-view.ts';

const HOST = 'mastodon.sandbox.test';

/** Mastodon: any number of instances, each with its own host; an account belongs to one instance. */
export class Mastodon implements SandboxPlatform {
  readonly name = 'mastodon';
  readonly #context: SandboxContext;
  readonly #store = new MastodonStore();
  readonly #commit: (entry: MastodonEntry) => void;
  readonly authorization: AuthorizationServer;
  readonly #accounts: Accounts;
  readonly #view: StatusView;
  readonly #limits: MastodonRateLimits;
  readonly #routes: readonly Route[];
  readonly #comments: MastodonComments;

  constructor(context: SandboxContext) {
    this.#context = context;
    this.#commit = context.journal.channel(this.name, this.#store);
    this.authorization = new AuthorizationServer(context, {
      app: 'mastodon',
      title: 'Mastodon',
      // People cannot untick single scopes: Mastodon grants all of them or none.
      scopes: [],
      pkce: 'optional',
      codeSeconds: 600,
      // Mastodon's tokens do not expire.
      accessSeconds: 10 * 365 * 86_400,
      refreshSeconds: null,
      rotates: false,
      separator: ' ',
      clients: (id) => this.#store.apps.get(id) ?? null,
    });
    this.#accounts = new Accounts(context, this.#store, this.authorization, this.#commit);
    this.#view = new StatusView(context, this.#store, this.#accounts);
    this.#comments = new MastodonComments(context, this.#store, this.#accounts, this.#commit);
    this.#limits = new MastodonRateLimits(context);
    const people = new MastodonAccountRoutes(context, this.#store, this.#accounts, this.#view);
    const files = new MastodonMediaRoutes(context, this.#store, this.#accounts, this.#commit);
    const posts = new StatusRoutes(
      context,
      this.#store,
      this.#accounts,
      this.#view,
      this.#limits,
      this.#commit,
    );
    const apps = new AppRoutes(context, this.#store, this.authorization, this.#accounts, this.#commit);
    this.#routes = [...instanceRoutes, ...apps.routes, ...people.routes, ...files.routes, ...posts.routes];
  }

  serves(host: string): boolean {
    return host === HOST || host.endsWith(`.${HOST}`);
  }

  async answer(exchange: Exchange): Promise<void> {
    const match = findRoute(this.#routes, exchange.method, exchange.url.pathname);
    this.#context.calls.count(this.name, match ? `${match.route.method} ${match.route.pattern}` : 'unknown');
    this.#limits.spendCall(exchange);
    if (!match) throw notFound();
    await match.route.run(exchange, match.params);
  }

  posts(): readonly ReceivedPost[] {
    return [...this.#store.statuses()].flatMap((status) =>
      status.published && status.inReplyToId === null ? [this.#toReceivedPost(status)] : [],
    );
  }

  postAt(path: string): ReceivedPost | null {
    const [, id = ''] = /^\/mastodon\/@[^/]+\/(\d+)$/.exec(path) ?? [];
    const status = this.#store.status(id);
    return status ? this.#toReceivedPost(status) : null;
  }

  comment(requested: RequestedComment): string | null {
    return this.#comments.add(requested);
  }

  replies(): readonly ReceivedReply[] {
    return this.#comments.replies();
  }

  editComment(id: string, text: string): boolean {
    return this.#comments.edit(id, text);
  }

  deleteComment(id: string): boolean {
    return this.#comments.delete(id);
  }

  reset(): void {
    this.#limits.reset();
  }

  #toReceivedPost(status: Status): ReceivedPost {
    const account = this.#accounts.byId(status.host, status.accountId);
    return {
      platform: this.name,
      account: account ? fullName(account) : status.accountId,
      remoteId: status.id,
      text: status.text,
      media: this.#view.mediaOf(status).map(({ type, bytes, sha256, description }): PostedMedia => ({
        type,
        bytes,
        sha256,
        alt: description ?? '',
      })),
      receivedAt: new Date(status.createdAt).toISOString(),
      page: `/mastodon/@${account?.username ?? ''}/${status.id}`,
      comments: this.#store.repliesTo(status.id).map((reply) => this.#commentOn(reply)),
    };
  }

  #commentOn({ host, accountId, text, createdAt }: Status): ReceivedPost['comments'][number] {
    const account = this.#accounts.byId(host, accountId);
    return {
      author: account ? fullName(account) : accountId,
      text,
      receivedAt: new Date(createdAt).toISOString(),
    };
  }
}
