import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import { WARNING_TEXT } from '@posthorn/contracts/scheduling/target-problems';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import { isSandboxHost } from '#infrastructure/outgoing/outgoing-route.ts';
import type { TemporaryMediaUrls } from '../contract/temporary-media-urls.ts';
import type { Problem } from '@posthorn/contracts/integrations/precheck';
import type { CommentConnector } from '../contract/comments.ts';
import type { CallOutcome, LookUpOutcome, PrepareOutcome } from '../contract/outcome.ts';
import type { OutgoingPublication, PublishRefs } from '../contract/publication.ts';
import { withToken } from '../oauth/with-token.ts';
import { lookUpFailed, refused } from '../outcomes.ts';
import type { PlatformHttp } from '../platform-http.ts';
import type { Connector } from '../contract/connector.ts';
import type { MetricsConnector } from '../contract/metrics.ts';
import type { AccountAccess, SaveRefs } from '../contract/account-access.ts';
import { realPause, retryWithBackoff, type Pause } from '../retry-with-backoff.ts';
import { TikTokClient, type Ask } from './client.ts';
import { BusinessClient } from './comments/business-client.ts';
import { BusinessGrants } from './comments/business-grant.ts';
import { BusinessTokens } from './comments/business-tokens.ts';
import { TikTokComments } from './comments/tiktok-comments.ts';
import { creatorRefusal, fieldsFor, limitsFor, readCreator } from './creator.ts';
import { callOutcome, isPassing, saysNotToday, stepOutcome } from './errors.ts';
import { TIKTOK, TIKTOK_BUDGETS } from './descriptor.ts';
import { TikTokLookUp } from './look-up.ts';
import { TikTokMetrics } from './metrics.ts';
import { TikTokPhotos } from './photos.ts';
import { infoProblems } from './post-info.ts';
import { photoRefsOf, videoRefsOf } from './refs.ts';
import { TikTokTokens } from './tokens.ts';
import { TikTokVideo, UploadGone } from './video.ts';

const WEB = 'https://www.tiktok.com';

export type TikTokConfiguration = Pick<Configuration, 'platformApps'> &
  Readonly<{ sandbox: Readonly<{ url: string }> | null }>;

/**
 * TikTok's Content Posting API. A post that never gets a public id (it is not public, or its check takes long) is known by
 * its publish id, which `/v2/post/publish/status/fetch/` takes later on.
 */
export class TikTokConnector implements Connector {
  readonly platform = 'tiktok';
  readonly descriptor = TIKTOK;
  readonly repeatRule = 'after-negative-look-up';
  readonly budgets = TIKTOK_BUDGETS;
  readonly comments: CommentConnector;
  readonly metrics: MetricsConnector;
  readonly #client: TikTokClient;
  readonly #tokens: TikTokTokens;
  readonly #business: BusinessTokens;
  readonly #video: TikTokVideo;
  readonly #photos: TikTokPhotos;
  readonly #lookUp: TikTokLookUp;

  constructor(
    http: PlatformHttp,
    private readonly clock: Clock,
    { platformApps: { tiktok: app, 'tiktok-business': business }, sandbox }: TikTokConfiguration,
    mediaUrls: TemporaryMediaUrls,
    private readonly pause: Pause = realPause,
  ) {
    this.comments = new TikTokComments(http, clock, business);
    this.#business = new BusinessTokens(http, clock, business);
    this.metrics = new TikTokMetrics(
      (access) => this.#ask(access),
      new BusinessClient(http, business.apiUrl),
      new BusinessGrants(this.#business, () => clock.now()),
      clock,
    );
    this.#client = new TikTokClient(http, app.apiUrl);
    this.#tokens = new TikTokTokens(http, clock, app);
    this.#video = new TikTokVideo(http, clock, pause);
    this.#photos = new TikTokPhotos(mediaUrls, clock);
    const isSandbox = sandbox !== null && isSandboxHost(new URL(app.apiUrl).hostname);
    this.#lookUp = new TikTokLookUp(clock, isSandbox ? `${sandbox.url}/tiktok` : WEB);
  }

  /** Those that publish and those that read comments. */
  async refresh(credentials: JsonObject): Promise<JsonObject> {
    return this.#business.renewedIn(await this.#tokens.refresh(credentials));
  }

  /** Each grant is given back, whatever becomes of the other. */
  async disconnect(credentials: JsonObject): Promise<boolean> {
    const ends = [this.#tokens.revoke(credentials), this.#business.revokeIn(credentials)];
    for (const end of await Promise.allSettled(ends)) if (end.status === 'rejected') throw end.reason;
    return true;
  }

  async readLimits(access: AccountAccess): Promise<PlatformLimits> {
    return limitsFor(await readCreator(this.#steadyAsk(access)));
  }

  async publishFields(access: AccountAccess): Promise<readonly OptionField[]> {
    return fieldsFor(await readCreator(this.#steadyAsk(access)));
  }

  async readiness(access: AccountAccess): Promise<readonly Problem[]> {
    try {
      await readCreator(this.#steadyAsk(access));
      return [];
    } catch (error) {
      if (!saysNotToday(error)) throw error;
      return [{ code: 'quota', message: WARNING_TEXT.quotaUsedUp(TIKTOK.name) }];
    }
  }

  precheck(publication: Omit<OutgoingPublication, 'contentHash'>): readonly Problem[] {
    return [...infoProblems(publication)];
  }

  async prepare(
    access: AccountAccess,
    publication: OutgoingPublication,
    refs: PublishRefs | null,
    save: SaveRefs,
    signal: AbortSignal,
  ): Promise<PrepareOutcome> {
    const { contentHash, media } = publication;
    const ask = this.#steadyAsk(access, signal);
    try {
      const creator = await readCreator(ask, signal);
      const refusal = creatorRefusal(creator, publication);
      if (refusal) return refusal;
      const video = media.find(({ kind }) => kind === 'video');
      if (!video) {
        const photos = photoRefsOf(refs, contentHash);
        return { kind: 'prepared', refs: await this.#photos.prepare(access, publication, creator, photos) };
      }
      const step = { access, ask, publication, video, creator, save, signal };
      return { kind: 'prepared', refs: await this.#video.prepare(step, videoRefsOf(refs, contentHash)) };
    } catch (error) {
      if (error instanceof UploadGone) return refused('upload-lost', null, true);
      return stepOutcome(error, this.clock.now());
    }
  }

  async call(
    access: AccountAccess,
    publication: OutgoingPublication,
    refs: PublishRefs,
    signal: AbortSignal,
  ): Promise<CallOutcome> {
    const { contentHash, media } = publication;
    const video = media.find(({ kind }) => kind === 'video');
    const [upload, photos] = [videoRefsOf(refs, contentHash), photoRefsOf(refs, contentHash)];
    try {
      if (video && upload) return await this.#video.finish({ access, video, signal }, upload);
      if (!video && photos)
        return await this.#photos.publish(access, this.#ask(access), publication, photos, signal);
      return refused('not-prepared', null, true);
    } catch (error) {
      return callOutcome(error, this.clock.now());
    }
  }

  async lookUp(
    access: AccountAccess,
    publication: OutgoingPublication,
    refs: PublishRefs,
    armedAt: string,
  ): Promise<LookUpOutcome> {
    const armed = { publication, refs, armedAt };
    try {
      return await this.#lookUp.outcome(access, this.#steadyAsk(access), armed);
    } catch (error) {
      return lookUpFailed(stepOutcome(error, this.clock.now()));
    }
  }

  #ask(access: AccountAccess): Ask {
    const renewal = {
      access,
      refresh: (credentials: JsonObject) => this.#tokens.refresh(credentials),
      now: () => this.clock.now(),
    };
    return (call) => withToken(renewal, ({ accessToken }) => this.#client.send(accessToken, call));
  }

  /** For steps that are safe to repeat. */
  #steadyAsk(access: AccountAccess, signal?: AbortSignal): Ask {
    const ask = this.#ask(access);
    return (call) =>
      retryWithBackoff(
        () => ask(call),
        (error) => !signal?.aborted && isPassing(error),
        this.pause,
      );
  }
}
