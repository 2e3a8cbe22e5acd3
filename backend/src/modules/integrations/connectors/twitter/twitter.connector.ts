import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import type { PlatformApp } from '#infrastructure/config/platform-apps.ts';
import type {
  CallOutcome,
  DeleteOutcome,
  LookUpOutcome,
  PrepareOutcome,
  Published,
} from '../contract/outcome.ts';
import type { OutgoingPublication, PublishRefs, RemotePost } from '../contract/publication.ts';
import { isSandboxHost } from '#infrastructure/outgoing/outgoing-route.ts';
import { MediaUnusable } from '../images.ts';
import { at, idIn } from '../json.ts';
import { lookUpFailed, withNewRefs, postponed, published, refused, unknown } from '../outcomes.ts';
import { firstClaimed } from '../own-post-search.ts';
import type { PlatformHttp } from '../platform-http.ts';
import type { CommentConnector } from '../contract/comments.ts';
import type { Connector } from '../contract/connector.ts';
import type { MetricsConnector } from '../contract/metrics.ts';
import type { AccountSubscriptions, SubscriptionAccess } from '../contract/subscription.ts';
import type { AccountAccess, SaveRefs } from '../contract/account-access.ts';
import { realPause, type Pause } from '../retry-with-backoff.ts';
import { TwitterClient, TwitterError } from './client.ts';
import { TwitterComments } from './comments/twitter-comments.ts';
import { draftOf } from './draft.ts';
import { callOutcome, missesMedia, stepOutcome } from './errors.ts';
import { TWITTER } from './descriptor.ts';
import { TwitterMedia } from './media.ts';
import { TwitterMetrics, type MetricsAccount } from './metrics.ts';
import { ownPosts } from './own-posts.ts';
import { permalinkOf, type TwitterPlace } from './permalink.ts';
import { refsOf, type TwitterRefs } from './refs.ts';
import { TwitterSubscriptions } from './subscriptions.ts';
import { withSession, type TwitterSession } from './session.ts';
import { freshTokens, revokeTokens } from './tokens.ts';
import type { Budget } from '../contract/budget.ts';

const QUARTER_HOUR = 900;
const DAY = 86_400;

/** docs.x.com `x-api/fundamentals/rate-limits`, confirmed 2026-08-22: `POST /2/tweets`. */
const TWITTER_BUDGETS: readonly Budget[] = [
  { name: 'quarter-hour', scope: 'account', capacity: 100, perSeconds: QUARTER_HOUR, counts: 'posts' },
  { name: 'day', scope: 'app', capacity: 10_000, perSeconds: DAY, counts: 'posts' },
];

const CALL_MS = 30_000;

type TwitterConfiguration = TwitterPlace & Pick<Configuration, 'xDailyBudgetUsd'>;

/** X, by its API v2: files first, piece by piece, then one call that names them. */
export class TwitterConnector implements Connector {
  readonly platform = 'twitter';
  readonly descriptor = TWITTER;
  /** There is no key of ours; that X refuses the same text twice is a hint, and no proof. */
  readonly repeatRule = 'after-negative-look-up';
  readonly budgets = TWITTER_BUDGETS;
  readonly #app: PlatformApp;
  readonly #client: TwitterClient;
  readonly #media: TwitterMedia;
  readonly comments: CommentConnector;
  readonly metrics: MetricsConnector;
  readonly subscriptions: AccountSubscriptions;

  constructor(
    private readonly http: PlatformHttp,
    private readonly clock: Clock,
    private readonly configuration: TwitterConfiguration,
    pause: Pause = realPause,
  ) {
    this.#app = configuration.platformApps.twitter;
    this.#client = new TwitterClient(http, this.#app.apiUrl);
    this.#media = new TwitterMedia(this.#client, pause);
    const account: MetricsAccount = {
      client: this.#client,
      now: () => clock.now(),
      as: (access, work) => this.#as(access, work),
    };
    this.comments = new TwitterComments({ ...account, place: configuration });
    this.metrics = new TwitterMetrics(account);
    const { platformApps, xDailyBudgetUsd } = configuration;
    const isCharged = !isSandboxHost(new URL(this.#app.apiUrl).hostname);
    this.subscriptions = new TwitterSubscriptions(
      this.#client,
      (access, work) => this.#as(access, work),
      clock,
      { bearer: platformApps.xBearerToken, isPaid: !isCharged || xDailyBudgetUsd > 0 },
    );
  }

  refresh(credentials: JsonObject): Promise<JsonObject> {
    return freshTokens(this.http, this.#app, credentials, this.clock.now());
  }

  async disconnect(credentials: JsonObject): Promise<boolean> {
    await revokeTokens(this.http, this.#app, this.#client.base, credentials);
    return true;
  }

  /** The one limit that differs goes by the subscription, and reading that costs money each time: connecting tells it. */
  readLimits({ limits: { text } }: AccountAccess): Promise<PlatformLimits> {
    const { limits } = TWITTER;
    return Promise.resolve({ ...limits, text: { ...limits.text, max: text.max } });
  }

  async prepare(
    access: AccountAccess,
    publication: OutgoingPublication,
    refs: PublishRefs | null,
    save: SaveRefs,
    signal: AbortSignal,
  ): Promise<PrepareOutcome> {
    const { contentHash, media } = publication;
    let own = this.#usable(refsOf(refs, contentHash), contentHash);
    try {
      return await this.#as(access, async ({ token }): Promise<PrepareOutcome> => {
        const uploader = { token, signal, now: () => this.clock.now() };
        for (const item of media.slice(own.files.length)) {
          const file = await this.#media.upload(uploader, item, access.limits.media);
          own = { ...own, files: [...own.files, file] };
          await save(own);
        }
        const later = await this.#media.readyAt(uploader, own.files);
        return later ? postponed('processing', null, later) : { kind: 'prepared', refs: own };
      });
    } catch (error) {
      if (error instanceof MediaUnusable) {
        if (own.files.length > 0) await save({ ...own, lost: true });
        return refused('media-rejected', error.message, false);
      }
      // All that is asked for here by its id is a file.
      if (error instanceof TwitterError && error.spoken && (missesMedia(error) || error.status === 404)) {
        if (own.files.length > 0) await save({ ...own, lost: true });
        return refused('media-lost', error.words, own.anew !== true);
      }
      return stepOutcome(error, this.clock.now());
    }
  }

  #usable(known: TwitterRefs | null, contentHash: string): TwitterRefs {
    const own = { contentHash, files: [] };
    if (!known || known.files.length === 0) return known ?? own;
    if (known.lost) return { ...own, anew: true };
    const now = this.clock.now().getTime();
    return known.files.every(({ until }) => Date.parse(until) > now) ? known : own;
  }

  async call(
    access: AccountAccess,
    publication: OutgoingPublication,
    refs: PublishRefs,
    signal: AbortSignal,
  ): Promise<CallOutcome> {
    const own = refsOf(refs, publication.contentHash);
    if (own?.files.length !== publication.media.length) return refused('not-prepared', null, true);
    try {
      const outcome = await this.#as(access, (session) => this.#post(session, publication, own, signal));
      return outcome.kind === 'published' ? await this.#owned(access, outcome) : outcome;
    } catch (error) {
      if (!(error instanceof TwitterError && missesMedia(error))) return callOutcome(error, this.clock.now());
      return withNewRefs(refused('media-lost', error.words, own.anew !== true), { ...own, lost: true });
    }
  }

  /** The look-up of a publication with the same text may have taken our post for its own while we were being answered. */
  async #owned(access: AccountAccess, post: Published): Promise<CallOutcome> {
    // What X says stands, even when it cannot be noted.
    if (await access.claim(post.remoteId).catch(() => true)) return post;
    return refused('not-there', null, true);
  }

  async #post(
    session: TwitterSession,
    publication: OutgoingPublication,
    refs: TwitterRefs,
    signal: AbortSignal,
  ): Promise<CallOutcome> {
    const { body } = await this.#client.send({
      token: session.token,
      method: 'POST',
      path: '/2/tweets',
      json: draftOf(publication, refs),
      request: { signal, timeoutMs: CALL_MS, newConnection: true },
    });
    const id = idIn(at(body, 'data', 'id'));
    if (id === null) return unknown('unreadable', 'X answered and named no post.');
    return published(id, permalinkOf(this.configuration, session.username, id));
  }

  async lookUp(
    access: AccountAccess,
    publication: OutgoingPublication,
    refs: PublishRefs,
    armedAt: string,
  ): Promise<LookUpOutcome> {
    const { text, media, contentHash } = publication;
    const fileIds = (refsOf(refs, contentHash)?.files ?? []).map(({ id }) => id);
    const wanted = { text, fileIds, files: media.length, armedAt };
    try {
      return await this.#as(access, async (session): Promise<LookUpOutcome> => {
        const search = await ownPosts(this.#client, session, wanted);
        const id = await firstClaimed(access, search, (own) => own);
        if (id === null) return { kind: 'absent' };
        return published(id, permalinkOf(this.configuration, session.username, id));
      });
    } catch (error) {
      return lookUpFailed(stepOutcome(error, this.clock.now()));
    }
  }

  async deletePost(
    access: AccountAccess,
    { remoteId }: RemotePost,
    signal: AbortSignal,
  ): Promise<DeleteOutcome> {
    try {
      return await this.#as(access, async ({ token }): Promise<DeleteOutcome> => {
        const path = `/2/tweets/${encodeURIComponent(remoteId)}`;
        const request = { signal, timeoutMs: CALL_MS };
        const { body } = await this.#client.send({ token, method: 'DELETE', path, request });
        if (at(body, 'data', 'deleted') === true) return { kind: 'deleted' };
        return unknown('unreadable', 'X answered and did not say that the post is deleted.');
      });
    } catch (error) {
      if (error instanceof TwitterError && error.status === 404 && error.spoken) return { kind: 'deleted' };
      return callOutcome(error, this.clock.now());
    }
  }

  #as<Result>(
    access: SubscriptionAccess,
    work: (session: TwitterSession) => Promise<Result>,
  ): Promise<Result> {
    const renewal = {
      access,
      refresh: (stale: JsonObject) => this.refresh(stale),
      now: () => this.clock.now(),
    };
    return withSession(renewal, work);
  }
}
