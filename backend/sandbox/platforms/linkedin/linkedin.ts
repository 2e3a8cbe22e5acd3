import { randomBytes } from 'node:crypto';
import type { Exchange } from '../../http/exchange.ts';
import { findRoute, type Route } from '../../http/router.ts';
import { AuthorizationServer } from '../../oauth/authorization-server.ts';
import type { SandboxContext, PostedMedia, ReceivedPost, SandboxPlatform } from '../sandbox-platform.ts';
import { AssetRoutes, UPLOAD_HOST } from './asset-routes.ts';
import { notFound } from './linkedin-refusal.ts';
import { LinkedInStore, type LinkedInEntry, type Post } from './linkedin-store.ts';
import { shownText } from './little-text.ts';
import { PeopleRoutes } from './people-routes.ts';
import { authorName, People } from './people.ts';
import { cardIn } from './post-rules.ts';
import { PostRoutes } from './post-routes.ts';
import { tokenRoutes } from './token-routes.ts';

const HOST = 'linkedin.sandbox.test';
const DAY = 86_400;

/** LinkedIn, as an approved partner's app meets it. */
export class LinkedIn implements SandboxPlatform {
  readonly name = 'linkedin';
  readonly authorization: AuthorizationServer;
  readonly #context: SandboxContext;
  readonly #store = new LinkedInStore();
  readonly #commit: (entry: LinkedInEntry) => void;
  readonly #people: People;
  readonly #posts: PostRoutes;
  readonly #routes: readonly Route[];
  readonly #uploads: readonly Route[];

  constructor(context: SandboxContext) {
    this.#context = context;
    this.#commit = context.journal.channel(this.name, this.#store);
    this.authorization = new AuthorizationServer(context, {
      app: 'linkedin',
      title: 'LinkedIn',
      scopes: ['w_member_social', 'w_organization_social', 'r_organization_social', 'rw_organization_admin'],
      pkce: 'none',
      codeSeconds: 1800,
      accessSeconds: 60 * DAY,
      refreshSeconds: 365 * DAY,
      rotates: false,
      separator: ' ',
    });
    this.#people = new People(context, this.authorization);
    const people = new PeopleRoutes(this.#people);
    const assets = new AssetRoutes(context, this.#store, this.#people, this.#commit);
    this.#posts = new PostRoutes(context, this.#store, this.#people, this.#commit);
    this.#routes = [
      ...tokenRoutes(this.authorization),
      ...people.routes,
      ...assets.routes,
      ...this.#posts.routes,
    ];
    this.#uploads = assets.uploads;
  }

  serves(host: string): boolean {
    return host === HOST || host === UPLOAD_HOST;
  }

  async answer(exchange: Exchange): Promise<void> {
    const routes = exchange.host === UPLOAD_HOST ? this.#uploads : this.#routes;
    const match = findRoute(routes, exchange.method, exchange.url.pathname);
    this.#context.calls.count(this.name, match ? `${match.route.method} ${match.route.pattern}` : 'unknown');
    if (!match) throw notFound();
    await match.route.run(exchange, match.params);
  }

  posts(): readonly ReceivedPost[] {
    return this.#store
      .posts()
      .filter((post) => this.#posts.stateOf(post) !== 'PUBLISH_FAILED')
      .map((post) => this.#received(post));
  }

  postAt(path: string): ReceivedPost | null {
    const [, urn = ''] = /^\/linkedin\/feed\/update\/([^/]+)\/?$/.exec(path) ?? [];
    const post = this.#store.post(urn);
    return post ? this.#received(post) : null;
  }

  comment(remoteId: string, author: string, text: string): string | null {
    if (!this.#store.post(remoteId)) return null;
    const id = `urn:li:comment:(${remoteId},${String(randomBytes(8).readBigUInt64BE() >> 1n)})`;
    this.#commit({ type: 'comment', comment: { id, post: remoteId, author, text } });
    return id;
  }

  reset(): void {
    this.#people.reset();
  }

  #card(content: unknown): Pick<ReceivedPost, 'card'> {
    const card = cardIn(content);
    if (!card) return {};
    const { source: url, title, description, thumbnail } = card;
    const file = thumbnail === null ? null : this.#store.asset(thumbnail)?.file;
    const picture = file ? { type: file.type ?? '', bytes: file.bytes, sha256: file.sha256 } : null;
    return { card: { url, title, description, picture } };
  }

  #received({ urn, account, author, commentary, assets, content, createdAt }: Post): ReceivedPost {
    const media = assets.flatMap(({ urn: asset, alt }): PostedMedia[] => {
      const file = this.#store.asset(asset)?.file;
      return file ? [{ type: file.type ?? '', bytes: file.bytes, sha256: file.sha256, alt }] : [];
    });
    return {
      platform: this.name,
      account: authorName(account, author),
      remoteId: urn,
      text: shownText(commentary),
      media,
      ...this.#card(content),
      receivedAt: new Date(createdAt).toISOString(),
      page: `/linkedin/feed/update/${urn}/`,
      comments: this.#store.commentsOn(urn).map((comment) => ({
        author: comment.author,
        text: comment.text,
        receivedAt: new Date(comment.createdAt).toISOString(),
      })),
    };
  }
}
