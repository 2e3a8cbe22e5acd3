import { DAY_SECONDS } from '@posthorn/contracts/shared/durations';
import type { Exchange } from '../../http/exchange.ts';
import { findRoute, type Route } from '../../http/router.ts';
import { AuthorizationServer } from '../../oauth/authorization-server.ts';
import type {
  RequestedComment,
  SandboxContext,
  PostedMedia,
  ReceivedPost,
  ReceivedReply,
  SandboxPlatform,
} from '../sandbox-platform.ts';
import { AssetRoutes, UPLOAD_HOST } from './asset-routes.ts';
import { LinkedInCommentRoutes } from './comment-routes.ts';
import { notFound } from './linkedin-refusal.ts';
import { LinkedInStore, type LinkedInEntry, type LinkedInPost } from './linkedin-store.ts';
import { shownText } from './little-text.ts';
import { NotificationRoutes } from './notification-routes.ts';
import { PeopleRoutes } from './people-routes.ts';
import { authorName, LinkedInPeople } from './people.ts';
import { cardIn } from './post-rules.ts';
import { LinkedInPostRoutes } from './post-routes.ts';
import { StatisticsRoutes } from './statistics-routes.ts';
import { subscriptionRoutes } from './subscription-routes.ts';
import { tokenRoutes } from './token-routes.ts';

const HOST = 'linkedin.sandbox.test';

/** LinkedIn, as the app of an approved partner sees it. */
export class LinkedIn implements SandboxPlatform {
  readonly name = 'linkedin';
  readonly authorization: AuthorizationServer;
  readonly #context: SandboxContext;
  readonly #store = new LinkedInStore();
  readonly #commit: (entry: LinkedInEntry) => void;
  readonly #people: LinkedInPeople;
  readonly #posts: LinkedInPostRoutes;
  readonly #comments: LinkedInCommentRoutes;
  readonly #routes: readonly Route[];
  readonly #uploads: readonly Route[];

  constructor(context: SandboxContext) {
    this.#context = context;
    this.#commit = context.journal.channel(this.name, this.#store);
    this.authorization = new AuthorizationServer(context, {
      app: 'linkedin',
      title: 'LinkedIn',
      scopes: [
        ...['w_member_social', 'w_organization_social', 'r_organization_social', 'rw_organization_admin'],
        ...['r_organization_social_feed', 'w_organization_social_feed', 'r_member_postAnalytics'],
      ],
      pkce: 'none',
      codeSeconds: 1800,
      accessSeconds: 60 * DAY_SECONDS,
      refreshSeconds: 365 * DAY_SECONDS,
      rotates: false,
      separator: ' ',
    });
    this.#people = new LinkedInPeople(context, this.authorization);
    const people = new PeopleRoutes(this.#people);
    const assets = new AssetRoutes(context, this.#store, this.#people, this.#commit);
    this.#posts = new LinkedInPostRoutes(context, this.#store, this.#people, this.#commit);
    this.#comments = new LinkedInCommentRoutes(context, this.#store, this.#people, this.#commit);
    const notifications = new NotificationRoutes(context, this.#store, this.#people);
    this.#routes = [
      ...tokenRoutes(this.authorization),
      ...people.routes,
      ...assets.routes,
      ...this.#posts.routes,
      ...this.#comments.routes,
      ...notifications.routes,
      ...new StatisticsRoutes(context, this.#store, this.#people).routes,
      ...subscriptionRoutes(context, this.#people),
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
      .map((post) => this.#toReceivedPost(post));
  }

  postAt(path: string): ReceivedPost | null {
    const [, urn = ''] = /^\/linkedin\/feed\/update\/([^/]+)\/?$/.exec(path) ?? [];
    const post = this.#store.post(urn);
    return post ? this.#toReceivedPost(post) : null;
  }

  /** A reply to a reply becomes another reply to the first comment. */
  comment({ remoteId: postId, author, text, parentId, unannounced }: RequestedComment): string | null {
    const repliedTo = parentId === null ? null : this.#store.comments.get(parentId);
    if (!this.#store.post(postId) || repliedTo === undefined) return null;
    if (repliedTo && repliedTo.postId !== postId) return null;
    const id = this.#comments.newUrn(postId);
    const top = repliedTo && (repliedTo.parentId ?? repliedTo.id);
    const comment = { id, postId, parentId: top, author, account: null, text, unannounced };
    this.#commit({ type: 'comment', comment });
    return id;
  }

  replies(): readonly ReceivedReply[] {
    return this.#store.comments
      .all()
      .flatMap(({ id, postId, parentId, account, author, text, createdAt }) => {
        if (account === null) return [];
        const name = authorName(account, author);
        const receivedAt = new Date(createdAt).toISOString();
        const reply = { author: name, remoteId: id, parentId: parentId ?? postId, text, receivedAt };
        return [{ platform: this.name, ...reply }];
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

  /** LinkedIn cannot hide comments. */
  isHidden(id: string): boolean | null {
    return this.#store.comments.get(id) ? false : null;
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

  #toReceivedPost({
    urn,
    account,
    author,
    commentary,
    assets,
    content,
    createdAt,
  }: LinkedInPost): ReceivedPost {
    const media = assets.flatMap(({ urn: asset, alt }): PostedMedia[] => {
      const file = this.#store.asset(asset)?.file;
      return file ? [{ type: file.type ?? '', bytes: file.bytes, sha256: file.sha256, alt }] : [];
    });
    return {
      platform: this.name,
      account: authorName(account, author),
      accountId: author,
      remoteId: urn,
      text: shownText(commentary),
      media,
      ...this.#card(content),
      receivedAt: new Date(createdAt).toISOString(),
      page: `/linkedin/feed/update/${urn}/`,
      comments: this.#store.comments.on(urn).map((comment) => ({
        author: comment.account === null ? comment.author : authorName(comment.account, comment.author),
        text: comment.text,
        receivedAt: new Date(comment.createdAt).toISOString(),
      })),
    };
  }
}
