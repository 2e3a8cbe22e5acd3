import { checkSaid } from '@posthorn/contracts/scheduling/check-sentences';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { DAY_SECONDS } from '@posthorn/contracts/shared/durations';
import type { Clock } from '#infrastructure/clock.ts';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import type { Budget } from '../contract/budget.ts';
import type { Connector } from '../contract/connector.ts';
import type { LookUpOutcome, PrepareOutcome } from '../contract/outcome.ts';
import type { TemporaryMediaUrls } from '../contract/temporary-media-urls.ts';
import { AccountCalls } from '../kit/account-calls.ts';
import { asAccount } from '../kit/as-account.ts';
import { deleteAndVerify } from '../meta/delete.ts';
import { renewToken } from '../meta/tokens/long-lived-token.ts';
import { tooWideVideos } from '../meta/media.ts';
import { postponedBy, published, refused, withNewRefs } from '../kit/outcomes.ts';
import { firstClaimed } from '../kit/own-post-search.ts';
import type { PlatformHttp } from '../kit/platform-http.ts';
import { realPause, type Pause } from '../kit/retry-with-backoff.ts';
import { ThreadsClient } from './client.ts';
import { threadsComments } from './comments/comments.ts';
import { ThreadsPreparation } from './publish/preparation.ts';
import { ThreadsContainers } from './publish/containers.ts';
import { THREADS } from './limits.ts';
import { missesObject, OUTCOMES, PERMITTED, saysSpam } from './errors.ts';
import { threadsMetrics } from './metrics.ts';
import { outcomeOfUnpublished, publishContainer } from './publish/publish-container.ts';
import { isListed, ownPosts } from './look-up/own-posts.ts';
import { isQuotaUsedUp } from './publish/quota.ts';
import { refsOf } from './publish/refs.ts';
import { sessionOf, threadsTokens, type ThreadsSession } from './tokens.ts';

/**
 * developers.facebook.com/docs/threads/overview#rate-limits, confirmed 2026-09-11. Posts from other apps also count, so Posthorn
 * also reads the quota.
 */
const THREADS_BUDGETS: readonly Budget[] = [
  { name: 'posts', scope: 'account', capacity: 250, perSeconds: DAY_SECONDS },
];

const CALL_MS = 30_000;
/** The quota counts the posts of the last 24 hours. The platform does not say when it accepts the next post. */
const QUOTA_WAIT_MS = 3_600_000;

/** Threads: the connector makes a container, the platform processes it, and a second call publishes it. */
export function threadsConnector(
  http: PlatformHttp,
  clock: Clock,
  { platformApps }: Pick<Configuration, 'platformApps'>,
  media: TemporaryMediaUrls,
  pause: Pause = realPause,
) {
  const client = new ThreadsClient(http, platformApps.threads.apiUrl);
  const containers = new ThreadsContainers(client, media, pause);
  const refresh = (stored: JsonObject) => renewToken(threadsTokens(client), stored, clock.now());
  const as = asAccount(sessionOf, refresh, clock);
  const calls = new AccountCalls(as, OUTCOMES, clock);
  const permitted = new AccountCalls(as, PERMITTED, clock);
  const remove = async ({ token }: ThreadsSession, id: string, signal: AbortSignal): Promise<boolean> => {
    const path = `/${encodeURIComponent(id)}`;
    const request = { signal, timeoutMs: CALL_MS };
    const fields = { access_token: token };
    return (await client.send({ method: 'DELETE', path, fields, request }))['success'] !== false;
  };
  return {
    platform: 'threads',
    descriptor: THREADS,
    /** Repeats use the same container. */
    repeatRule: 'after-negative-look-up',
    budgets: THREADS_BUDGETS,
    comments: threadsComments({ client, containers, as, clock, pause }),
    metrics: threadsMetrics(client, as, clock),
    refresh,
    /** The platform has no call that revokes a token. People remove apps in their settings. */
    disconnect: () => Promise.resolve(false),
    readLimits: () => Promise.resolve(null),
    precheck: ({ media: files }) => tooWideVideos(files, THREADS.name),

    prepare(access, publication, refs, save, signal) {
      const own = refsOf(refs, publication.contentHash);
      const preparation = new ThreadsPreparation(containers, { access, publication, save, signal }, clock);
      return calls.step(access, async (session): Promise<PrepareOutcome> => {
        if (!(await isQuotaUsedUp(client, session, pause))) return preparation.finish(session, own);
        const until = new Date(clock.now().getTime() + QUOTA_WAIT_MS);
        const usedUp = checkSaid('rate-limit/quota', { platform: THREADS.name });
        return { ...postponedBy(usedUp, until), onlyThisKind: true };
      });
    },

    async call(access, publication, refs, signal) {
      const own = refsOf(refs, publication.contentHash);
      if (own?.container == null) return refused('not-prepared', null, true);
      // An earlier attempt published this container. The look-up finds the post.
      if (own.isPublished) return refused('duplicate', null, false);
      const { container } = own;
      try {
        return await as(access, (session) => publishContainer(client, session, container, signal));
      } catch (error) {
        const outcome = OUTCOMES.callOutcome(error, clock.now());
        if (missesObject(error)) return withNewRefs(outcome, { ...own, lost: true });
        return saysSpam(error)
          ? withNewRefs(outcome, { ...own, stopped: { words: error.platformMessage } })
          : outcome;
      }
    },

    async lookUp(access, publication, refs, attemptStartedAt) {
      // The container is stored before the first call. So without a container, there was no call.
      const own = refsOf(refs, publication.contentHash);
      if (own?.container == null) return { kind: 'absent' };
      const { container, containedAt, stopped } = own;
      return calls.lookUp(access, async (session): Promise<LookUpOutcome> => {
        const { status, words } = await containers.stateOf(session, container);
        const isPublished = status === 'PUBLISHED';
        // An earlier attempt may have published this container.
        const since = isPublished ? (containedAt ?? attemptStartedAt) : attemptStartedAt;
        const { text, media } = publication;
        // Without a text, every picture in the list matches. So only a published container proves which one is ours.
        const isProven = isPublished || text.trim() !== '';
        if (isProven || status === 'GONE') {
          const search = await ownPosts(client, session, { text, media, since, isPublished });
          // Another container could make a second post.
          if (!isProven && search.found.length > 0) return { kind: 'cannot-tell' };
          const post = await firstClaimed(access, search, ({ id }) => id);
          if (post) return published(post.id, post.permalink);
        }
        if (isPublished) return { kind: 'pending' };
        if (status === 'ERROR') return refused('media-rejected', words, false);
        return outcomeOfUnpublished(stopped, attemptStartedAt, clock.now());
      });
    },

    async readiness(access) {
      const usedUp = await as(access, (session) => isQuotaUsedUp(client, session, pause));
      return usedUp ? [checkSaid('quota', { platform: THREADS.name })] : [];
    },

    deletePost: (access, { remoteId }, signal) =>
      permitted.call(access, (session) =>
        deleteAndVerify({
          remove: () => remove(session, remoteId, signal),
          isMissing: missesObject,
          isListed: () => isListed(client, session, remoteId, signal),
          outcomeOf: (error) => PERMITTED.callOutcome(error, clock.now()),
        }),
      ),
  } satisfies Connector;
}
