import { checkSaid } from '@posthorn/contracts/scheduling/check-sentences';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import { isSandboxHost } from '#infrastructure/outgoing/outgoing-route.ts';
import type { AccountAccess } from '../contract/account-access.ts';
import type { Connector } from '../contract/connector.ts';
import type { CallOutcome, PrepareOutcome } from '../contract/outcome.ts';
import type { TemporaryMediaUrls } from '../contract/temporary-media-urls.ts';
import { AccountCalls } from '../kit/account-calls.ts';
import { asAccount, tokenOf, type AsAccount } from '../kit/as-account.ts';
import { refused } from '../kit/outcomes.ts';
import type { PlatformHttp } from '../kit/platform-http.ts';
import { realPause, retryWithBackoff, type Pause } from '../kit/retry-with-backoff.ts';
import { TikTokClient, type Ask } from './client.ts';
import { BusinessClient } from './comments/business-client.ts';
import { asBusiness } from './comments/business-grant.ts';
import { BusinessTokens } from './comments/business-tokens.ts';
import { tiktokComments } from './comments/comments.ts';
import { creatorRefusal, fieldsFor, limitsFor, readCreator } from './publish/creator.ts';
import { TIKTOK, TIKTOK_BUDGETS } from './limits.ts';
import { isTransient, OUTCOMES, saysDailyLimit } from './errors.ts';
import { TikTokLookUp } from './look-up/look-up.ts';
import { tiktokMetrics } from './metrics.ts';
import { TikTokPhotos } from './media/photos.ts';
import { infoProblems } from './publish/post-info.ts';
import { photoRefsOf, videoRefsOf } from './publish/refs.ts';
import { renewCredentials, revokeTokens, tiktokApp } from './tokens.ts';
import { TikTokVideo, UploadGone } from './media/video.ts';

const WEB = 'https://www.tiktok.com';

export type TikTokConfiguration = Pick<Configuration, 'platformApps'> &
  Readonly<{ sandbox: Readonly<{ url: string }> | null }>;

/**
 * TikTok's Content Posting API. Some posts have no public id: the post is not public, or TikTok's check takes long. For such a post, Posthorn stores
 * the publish id, which `/v2/post/publish/status/fetch/` accepts later.
 */
export function tiktokConnector(
  http: PlatformHttp,
  clock: Clock,
  { platformApps: { tiktok: app, 'tiktok-business': business }, sandbox }: TikTokConfiguration,
  mediaUrls: TemporaryMediaUrls,
  pause: Pause = realPause,
) {
  const oauth = tiktokApp(http, clock, app);
  const client = new TikTokClient(http, app.apiUrl);
  const businessTokens = new BusinessTokens(http, clock, business);
  const videos = new TikTokVideo(http, clock, pause);
  const photos = new TikTokPhotos(mediaUrls, clock);
  const isSandbox = sandbox !== null && isSandboxHost(new URL(app.apiUrl).hostname);
  const posts = new TikTokLookUp(clock, isSandbox ? `${sandbox.url}/tiktok` : WEB);

  const withTokenOf = asAccount(tokenOf, (stored: JsonObject) => renewCredentials(oauth, stored), clock);
  /** Checks the token before each call, because the calls of one step may take long. */
  const as: AsAccount<Ask> = (access, work) =>
    work((call) => withTokenOf(access, (token) => client.send(token, call)));
  const calls = new AccountCalls(as, OUTCOMES, clock);
  /** Retries temporary failures, for steps that are safe to repeat. */
  const withRetries =
    (ask: Ask, signal?: AbortSignal): Ask =>
    (call) =>
      retryWithBackoff(
        () => ask(call),
        (error) => !signal?.aborted && isTransient(error),
        pause,
      );
  const creatorOf = (access: AccountAccess) => as(access, (ask) => readCreator(withRetries(ask)));
  return {
    platform: 'tiktok',
    descriptor: TIKTOK,
    repeatRule: 'after-negative-look-up',
    budgets: TIKTOK_BUDGETS,
    comments: tiktokComments(http, clock, business),
    metrics: tiktokMetrics(
      as,
      asBusiness(businessTokens, clock),
      new BusinessClient(http, business.apiUrl),
      clock,
    ),

    /** Renews the tokens for publishing, and the tokens for reading comments. */
    refresh: async (credentials: JsonObject) =>
      businessTokens.renewedIn(await renewCredentials(oauth, credentials)),

    /** Revokes both consents, even if one of them fails. */
    async disconnect(credentials) {
      const revocations = [revokeTokens(oauth, credentials), businessTokens.revokeIn(credentials)];
      for (const revocation of await Promise.allSettled(revocations))
        if (revocation.status === 'rejected') throw revocation.reason;
      return true;
    },

    readLimits: async (access) => limitsFor(await creatorOf(access)),
    publishFields: async (access) => fieldsFor(await creatorOf(access)),
    precheck: (publication) => [...infoProblems(publication)],

    async readiness(access) {
      try {
        await creatorOf(access);
        return [];
      } catch (error) {
        if (!saysDailyLimit(error)) throw error;
        return [checkSaid('quota', { platform: TIKTOK.name })];
      }
    },

    prepare: (access, publication, refs, save, signal) =>
      calls.step(access, async (askOnce): Promise<PrepareOutcome> => {
        const { contentHash, media } = publication;
        const ask = withRetries(askOnce, signal);
        const creator = await readCreator(ask, signal);
        const refusal = creatorRefusal(creator, publication);
        if (refusal) return refusal;
        const video = media.find(({ kind }) => kind === 'video');
        if (!video) {
          const known = photoRefsOf(refs, contentHash);
          return { kind: 'prepared', refs: await photos.prepare(access, publication, creator, known) };
        }
        const step = { access, ask, publication, video, creator, save, signal };
        try {
          return { kind: 'prepared', refs: await videos.prepare(step, videoRefsOf(refs, contentHash)) };
        } catch (error) {
          if (error instanceof UploadGone) return refused('upload-lost', null, true);
          throw error;
        }
      }),

    call: (access, publication, refs, signal) =>
      calls.call(access, async (ask): Promise<CallOutcome> => {
        const { contentHash, media } = publication;
        const video = media.find(({ kind }) => kind === 'video');
        const [upload, photoRefs] = [videoRefsOf(refs, contentHash), photoRefsOf(refs, contentHash)];
        if (video && upload) return videos.finish({ access, video, signal }, upload);
        if (!video && photoRefs) return photos.publish(access, ask, publication, photoRefs, signal);
        return refused('not-prepared', null, true);
      }),

    lookUp: (access, publication, refs, attemptStartedAt) =>
      calls.lookUp(access, (ask) =>
        posts.outcome(access, withRetries(ask), { publication, refs, attemptStartedAt }),
      ),
  } satisfies Connector;
}
