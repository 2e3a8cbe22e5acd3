import { PRECHECK_TEXT, READINESS_TEXT } from '@posthorn/contracts/integrations/precheck-text';
import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { AppName } from '#infrastructure/config/app-names.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { TemporaryMediaUrls } from '../contract/temporary-media-urls.ts';
import type { Problem } from '@posthorn/contracts/integrations/precheck';
import type { CommentConnector } from '../contract/comments.ts';
import type { MetricsConnector } from '../contract/metrics.ts';
import type { CallOutcome, DeleteOutcome, LookUpOutcome, PrepareOutcome } from '../contract/outcome.ts';
import type { OutgoingPublication, PublishRefs, RemotePost } from '../contract/publication.ts';
import { GraphSubscriptions } from '../meta/graph-subscriptions.ts';
import { GraphComments } from '../meta/comments/graph-comments.ts';
import { failedLookUp } from '../meta/failed-look-up.ts';
import { GraphMetrics } from '../meta/graph-metrics.ts';
import { callOutcome, deletionOutcome, saysSpam, stepOutcome } from '../meta/graph-outcomes.ts';
import { pageCredentials, type PageCredentials } from '../meta/page-credentials.ts';
import { withToken } from '../oauth/with-token.ts';
import { withNewRefs, postponed, refused } from '../outcomes.ts';
import type { PlatformHttp } from '../platform-http.ts';
import type { Connector } from '../contract/connector.ts';
import type { AccountAccess, SaveRefs } from '../contract/account-access.ts';
import type { AccountSubscriptions, SubscriptionAccess } from '../contract/subscription.ts';
import { realPause, type Pause } from '../retry-with-backoff.ts';
import { instagramComments } from './comments/instagram-comments.ts';
import { deleteMedia } from './delete-media.ts';
import { INSTAGRAM, INSTAGRAM_LIMITS } from './descriptor.ts';
import { lookUpMedia } from './look-up.ts';
import { lookAtMedia } from './metrics.ts';
import { ContainerPreparation } from './preparation.ts';
import { publishContainer } from './publish-container.ts';
import { publishingQuota } from './quota.ts';
import { refsOf } from './refs.ts';
import { instagramRoutes, routeNameIn, type InstagramRoute } from './routes.ts';
import { subscriptionOf } from './subscription.ts';
import type { Budget } from '../contract/budget.ts';

/** docs/instagram-platform/content-publishing, September 2026; what an account really has is asked before each post. */
const INSTAGRAM_BUDGETS: readonly Budget[] = [
  { name: 'posts', scope: 'account', capacity: 100, perSeconds: 24 * 3600, counts: 'posts' },
];

/** The window of the quota moves on with each post of yesterday; nobody says when the next one leaves it. */
const QUOTA_WAIT_MS = 3_600_000;
const VIDEO_WIDTH_MAX = 1920;
const KEEPS = 'Instagram deletes posts only of accounts that are connected by a Facebook Page.';

/** Instagram accounts for professionals, by way of the Facebook Page that they are linked to or of Instagram itself. */
export class InstagramConnector implements Connector {
  readonly platform = 'instagram';
  readonly descriptor = INSTAGRAM;
  /** The same container again, never a second one. */
  readonly repeatRule = 'after-negative-look-up';
  readonly budgets = INSTAGRAM_BUDGETS;
  readonly comments: CommentConnector;
  readonly metrics: MetricsConnector;
  readonly subscriptions: AccountSubscriptions;
  readonly #routes: ReturnType<typeof instagramRoutes>;

  constructor(
    http: PlatformHttp,
    private readonly clock: Clock,
    apps: Parameters<typeof instagramRoutes>[1],
    media: TemporaryMediaUrls,
    private readonly pause: Pause = realPause,
  ) {
    this.#routes = instagramRoutes(http, apps, media, pause);
    const dialect = instagramComments((access, work) =>
      this.#with(access, (account, { graph }) => work({ graph, account })),
    );
    this.comments = new GraphComments(dialect, clock);
    this.metrics = new GraphMetrics(dialect, lookAtMedia, clock);
    this.subscriptions = new GraphSubscriptions(
      (access, work) =>
        this.#with(access, async (account, route) => work(await subscriptionOf(account, route))),
      clock,
      (credentials) => this.connectedBy(credentials),
    );
  }

  /** Of accounts that Instagram itself has opened; the token of a Page has no end. */
  async refresh(credentials: JsonObject): Promise<JsonObject> {
    return (await this.#routeOf(credentials).refresh?.(credentials, this.clock.now())) ?? credentials;
  }

  connectedBy(credentials: JsonObject): AppName {
    return routeNameIn(credentials) === 'login' ? 'instagram-login' : 'facebook';
  }

  deletesPostsWith(credentials: JsonObject): boolean {
    return this.#routeOf(credentials).deletesPosts;
  }

  /** Meta takes back all of a person's consent or none of it, other accounts included: we only forget the token. */
  disconnect(): Promise<boolean> {
    return Promise.resolve(false);
  }

  /** Asked daily, which also tells whether the token still lives. */
  async readLimits(access: AccountAccess): Promise<PlatformLimits | null> {
    const now = this.clock.now().toISOString();
    const { quota } = await this.#state(access, now);
    return quota ? { ...INSTAGRAM_LIMITS, postsPerDay: quota.total, confirmed: now.slice(0, 10) } : null;
  }

  async readiness(access: AccountAccess, dueAt: string): Promise<readonly Problem[]> {
    const { problems, quota } = await this.#state(access, dueAt);
    if (!quota || quota.used < quota.total) return problems;
    const message = READINESS_TEXT.quotaUsedUp(INSTAGRAM.name, quota.total);
    return [...problems, { code: 'integrations.quota-used-up', message }];
  }

  #state(access: AccountAccess, dueAt: string) {
    return this.#with(access, async (account, { graph, tokenProblems }) => ({
      problems: await tokenProblems(access, dueAt, account.accessToken),
      quota: await publishingQuota(graph, account, this.pause),
    }));
  }

  precheck({ media }: Omit<OutgoingPublication, 'contentHash'>): readonly Problem[] {
    const isTooWide = media.some(({ kind, width }) => kind === 'video' && (width ?? 0) > VIDEO_WIDTH_MAX);
    const message = PRECHECK_TEXT.videoTooWide(INSTAGRAM.name, VIDEO_WIDTH_MAX);
    return isTooWide ? [{ code: 'integrations.video-too-wide', message }] : [];
  }

  async prepare(
    access: AccountAccess,
    publication: OutgoingPublication,
    refs: PublishRefs | null,
    save: SaveRefs,
    signal: AbortSignal,
  ): Promise<PrepareOutcome> {
    const now = () => this.clock.now();
    try {
      return await this.#with(access, async (account, { graph, containers }): Promise<PrepareOutcome> => {
        const quota = await publishingQuota(graph, account, this.pause);
        if (quota && quota.used >= quota.total) {
          const words = READINESS_TEXT.quotaUsedUp(INSTAGRAM.name, quota.total);
          const until = new Date(now().getTime() + QUOTA_WAIT_MS);
          return { ...postponed('rate-limit', words, until), scope: 'account' };
        }
        const preparation = new ContainerPreparation(containers, {
          account,
          access,
          publication,
          save,
          signal,
          now,
        });
        return preparation.run(refsOf(refs, publication.contentHash));
      });
    } catch (error) {
      return stepOutcome(error, now());
    }
  }

  async call(
    access: AccountAccess,
    publication: OutgoingPublication,
    refs: PublishRefs,
    signal: AbortSignal,
  ): Promise<CallOutcome> {
    const own = refsOf(refs, publication.contentHash);
    if (own?.container === undefined) return refused('not-prepared', null, true);
    const { container } = own;
    try {
      return await this.#with(access, (account, { graph }) =>
        publishContainer(graph, account, { container, signal }),
      );
    } catch (error) {
      const outcome = callOutcome(error, this.clock.now());
      if (saysSpam(error)) return withNewRefs(outcome, { ...own, stopped: { words: error.words } });
      if (outcome.kind !== 'refused' || outcome.reason === 'reconnect') return outcome;
      // What a container that is out already is answered with is written nowhere.
      return (await this.#isOut(access, container)) ? refused('duplicate', outcome.words, false) : outcome;
    }
  }

  async #isOut(access: AccountAccess, container: string): Promise<boolean> {
    try {
      const state = await this.#with(access, (account, { containers }) =>
        containers.state(account, container),
      );
      return state.kind === 'published';
    } catch {
      return false;
    }
  }

  async lookUp(
    access: AccountAccess,
    publication: OutgoingPublication,
    refs: PublishRefs,
    armedAt: string,
  ): Promise<LookUpOutcome> {
    // Stored before the first call: without it there was none.
    const own = refsOf(refs, publication.contentHash);
    if (own?.container === undefined) return { kind: 'absent' };
    const { container, stopped } = own;
    const now = () => this.clock.now();
    const wanted = { text: publication.text, armedAt };
    try {
      return await this.#with(access, async (account, { graph, containers }) => {
        const state = await containers.state(account, container);
        const outcome = await lookUpMedia(graph, { account, access, state, wanted, now });
        return outcome.kind === 'absent' && stopped ? refused('rejected', stopped.words, false) : outcome;
      });
    } catch (error) {
      return failedLookUp(error, now());
    }
  }

  async deletePost(access: AccountAccess, post: RemotePost, signal: AbortSignal): Promise<DeleteOutcome> {
    const asking = { signal, now: () => this.clock.now() };
    try {
      return await this.#with(access, async (account, { graph, deletesPosts }) =>
        deletesPosts ? deleteMedia(graph, account, post.remoteId, asking) : refused('rejected', KEEPS, false),
      );
    } catch (error) {
      return deletionOutcome(error, this.clock.now());
    }
  }

  /** By the way that the account was last connected. */
  async #with<Result>(
    access: SubscriptionAccess,
    work: (account: PageCredentials, route: InstagramRoute) => Promise<Result>,
  ): Promise<Result> {
    const now = () => this.clock.now();
    const { refresh } = this.#routeOf(await access.credentials());
    const renewal = {
      access,
      // The token of a Page has no renewal: one that is refused needs a new login.
      refresh: refresh && ((credentials: JsonObject) => this.refresh(credentials)),
      now,
    };
    return withToken(renewal, (_, stored) => work(pageCredentials(stored), this.#routeOf(stored)));
  }

  #routeOf(stored: JsonObject): InstagramRoute {
    return this.#routes[routeNameIn(stored)];
  }
}
