import { checkSaid } from '@posthorn/contracts/scheduling/check-sentences';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { AppName } from '#infrastructure/config/app-names.ts';
import type { AccountAccess } from '../contract/account-access.ts';
import type { Budget } from '../contract/budget.ts';
import type { Connector } from '../contract/connector.ts';
import type { PrepareOutcome } from '../contract/outcome.ts';
import type { TemporaryMediaUrls } from '../contract/temporary-media-urls.ts';
import { AccountCalls } from '../kit/account-calls.ts';
import type { AsAccount } from '../kit/as-account.ts';
import { graphComments } from '../meta/comments/graph-comments.ts';
import { graphMetrics } from '../meta/metrics/graph-metrics.ts';
import { OUTCOMES, PERMITTED, saysSpam } from '../meta/errors/graph-outcomes.ts';
import { graphSubscriptions } from '../meta/webhooks/graph-subscriptions.ts';
import { pageCredentials, type PageCredentials } from '../meta/tokens/page-token.ts';
import { tooWideVideos } from '../meta/media.ts';
import { withToken } from '../kit/oauth/with-token.ts';
import { postponedBy, refused, withNewRefs } from '../kit/outcomes.ts';
import type { PlatformHttp } from '../kit/platform-http.ts';
import { realPause, type Pause } from '../kit/retry-with-backoff.ts';
import { instagramComments } from './comments/comments.ts';
import { deleteMedia } from './delete.ts';
import { INSTAGRAM, INSTAGRAM_LIMITS } from './limits.ts';
import { lookUpMedia } from './look-up/look-up.ts';
import { readMediaMetrics } from './metrics.ts';
import { ContainerPreparation } from './publish/preparation.ts';
import { publishContainer } from './publish/publish-container.ts';
import { publishingQuota } from './publish/quota.ts';
import { refsOf } from './publish/refs.ts';
import { instagramRoutes, routeNameIn, type InstagramRoute } from './client.ts';
import { subscriptionOf } from './webhooks.ts';

/** Source: docs/instagram-platform/content-publishing, September 2026. Before each post, Posthorn also reads the account's real quota. */
const INSTAGRAM_BUDGETS: readonly Budget[] = [
  { name: 'posts', scope: 'account', capacity: 100, perSeconds: 24 * 3600 },
];

/** The quota counts the posts of the last 24 hours. The platform does not say when it accepts the next post. */
const QUOTA_WAIT_MS = 3_600_000;

/** An account with the route of its last connection. */
type Session = InstagramRoute & Readonly<{ account: PageCredentials }>;

/** Professional Instagram accounts, through the Facebook Page that they are linked to, or through Instagram Login. */
export function instagramConnector(
  http: PlatformHttp,
  clock: Clock,
  apps: Parameters<typeof instagramRoutes>[1],
  media: TemporaryMediaUrls,
  pause: Pause = realPause,
) {
  const now = () => clock.now();
  const routes = instagramRoutes(http, apps, media, pause);
  const routeOf = (stored: JsonObject) => routes[routeNameIn(stored)];
  /** Renews tokens of accounts that are connected through Instagram Login. A Page's token does not expire. */
  const refresh = async (stored: JsonObject): Promise<JsonObject> =>
    (await routeOf(stored).refresh?.(stored, now())) ?? stored;
  const as: AsAccount<Session> = async (access, work) => {
    // A Page's token cannot be renewed. After a refused token, only a new login helps.
    const isRenewable = routeOf(await access.credentials()).refresh !== undefined;
    const renewal = { access, refresh: isRenewable ? refresh : undefined, now };
    return withToken(renewal, (_, stored) => work({ ...routeOf(stored), account: pageCredentials(stored) }));
  };
  const calls = new AccountCalls(as, OUTCOMES, clock);
  const permitted = new AccountCalls(as, PERMITTED, clock);
  const dialect = instagramComments(as);
  const connectedBy = (credentials: JsonObject): AppName =>
    routeNameIn(credentials) === 'login' ? 'instagram-login' : 'facebook';
  const stateOf = (access: AccountAccess, scheduledFor: string) =>
    as(access, async ({ account, graph, tokenProblems }) => ({
      problems: await tokenProblems(access, scheduledFor, account.accessToken),
      quota: await publishingQuota(graph, account, pause),
    }));
  const isContainerPublished = async (access: AccountAccess, container: string): Promise<boolean> => {
    try {
      const state = await as(access, ({ account, containers }) => containers.state(account, container));
      return state.kind === 'published';
    } catch {
      return false;
    }
  };
  return {
    platform: 'instagram',
    descriptor: INSTAGRAM,
    /** Repeats use the same container, never a second one. */
    repeatRule: 'after-negative-look-up',
    budgets: INSTAGRAM_BUDGETS,
    comments: graphComments(dialect, clock),
    metrics: graphMetrics(dialect, readMediaMetrics, clock),
    subscriptions: graphSubscriptions(
      (access, work) => as(access, async (session) => work(await subscriptionOf(session.account, session))),
      clock,
      connectedBy,
    ),
    refresh,
    connectedBy,
    deletesPostsWith: (credentials: JsonObject) => routeOf(credentials).deletesPosts,
    /** Meta can only revoke a person's whole consent, including other accounts. So Posthorn revokes nothing and only deletes the token. */
    disconnect: () => Promise.resolve(false),

    /** The daily request also shows whether the token is still valid. */
    async readLimits(access) {
      const today = now().toISOString();
      const { quota } = await stateOf(access, today);
      return quota ? { ...INSTAGRAM_LIMITS, postsPerDay: quota.total, confirmed: today.slice(0, 10) } : null;
    },

    async readiness(access, scheduledFor) {
      const { problems, quota } = await stateOf(access, scheduledFor);
      if (!quota || quota.used < quota.total) return problems;
      const { total } = quota;
      return [...problems, checkSaid('integrations.quota-used-up', { platform: INSTAGRAM.name, total })];
    },

    precheck: ({ media: files }) => tooWideVideos(files, INSTAGRAM.name),

    prepare: (access, publication, refs, save, signal) =>
      calls.step(access, async ({ account, graph, containers }): Promise<PrepareOutcome> => {
        const quota = await publishingQuota(graph, account, pause);
        if (quota && quota.used >= quota.total) {
          const { total } = quota;
          const usedUp = checkSaid('rate-limit/quota-used-up', { platform: INSTAGRAM.name, total });
          const until = new Date(now().getTime() + QUOTA_WAIT_MS);
          return { ...postponedBy(usedUp, until), scope: 'account', onlyThisKind: true };
        }
        const task = { account, access, publication, save, signal, now };
        return new ContainerPreparation(containers, task).run(refsOf(refs, publication.contentHash));
      }),

    async call(access, publication, refs, signal) {
      const own = refsOf(refs, publication.contentHash);
      if (own?.container === undefined) return refused('not-prepared', null, true);
      const { container } = own;
      try {
        return await as(access, ({ account, graph }) =>
          publishContainer(graph, account, { container, signal }),
        );
      } catch (error) {
        const outcome = OUTCOMES.callOutcome(error, now());
        if (saysSpam(error))
          return withNewRefs(outcome, { ...own, stopped: { words: error.platformMessage } });
        if (outcome.kind !== 'refused' || outcome.reason === 'reconnect') return outcome;
        // Instagram does not document the error for a container that is already published.
        return (await isContainerPublished(access, container))
          ? refused('duplicate', outcome.words, false)
          : outcome;
      }
    },

    async lookUp(access, { contentHash, text }, refs, attemptStartedAt) {
      // References are stored before the first call. So without references, there was no call.
      const own = refsOf(refs, contentHash);
      if (own?.container === undefined) return { kind: 'absent' };
      const { container, stopped } = own;
      return calls.lookUp(access, async ({ account, graph, containers }) => {
        const state = await containers.state(account, container);
        const expected = { text, attemptStartedAt };
        const outcome = await lookUpMedia(graph, { account, access, state, expected, now });
        return outcome.kind === 'absent' && stopped ? refused('rejected', stopped.words, false) : outcome;
      });
    },

    deletePost: (access, { remoteId }, signal) =>
      permitted.call(access, async ({ account, graph, deletesPosts }) =>
        deletesPosts
          ? deleteMedia(graph, account, remoteId, { signal, now })
          : refused('page-missing', null, false),
      ),
  } satisfies Connector;
}
