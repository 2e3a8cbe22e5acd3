import { PRECHECK_TEXT } from '@posthorn/contracts/integrations/precheck-text';
import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { Problem } from '@posthorn/contracts/integrations/precheck';
import type { CommentConnector } from '../contract/comments.ts';
import type {
  CallOutcome,
  DeleteOutcome,
  LookUpOutcome,
  PrepareOutcome,
  Published,
} from '../contract/outcome.ts';
import type { OutgoingPublication, PublishRefs, RemotePost } from '../contract/publication.ts';
import { oauthCredentials } from '../oauth/oauth-credentials.ts';
import { wasHeard } from '../oauth/revocation.ts';
import { withToken } from '../oauth/with-token.ts';
import { lookUpFailed, published, refused } from '../outcomes.ts';
import type { PlatformHttp } from '../platform-http.ts';
import { postActions } from '../post-actions.ts';
import type { Connector } from '../contract/connector.ts';
import type { MetricsConnector } from '../contract/metrics.ts';
import type { AccountAccess, SaveRefs } from '../contract/account-access.ts';
import { realPause, type Pause } from '../retry-with-backoff.ts';
import { ownChannel } from './channel.ts';
import { YouTubeClient, YouTubeError } from './client.ts';
import { YouTubeComments } from './comments/youtube-comments.ts';
import { callOutcome, missingPermission, stepOutcome } from './errors.ts';
import { FORBIDDEN, TAGS, YOUTUBE } from './descriptor.ts';
import { YouTubeMetrics } from './metrics.ts';
import { videoPage, type YouTubeConfiguration } from './pages.ts';
import { refsOf } from './refs.ts';
import { setThumbnail } from './thumbnail.ts';
import { renewed } from './tokens.ts';
import { UploadSessions } from './upload-session.ts';
import { tagsLength, tagsOf, titleOf, videoOf } from './video-resource.ts';
import { VideoUpload } from './video-upload.ts';
import type { Budget } from '../contract/budget.ts';

/**
 * developers.google.com/youtube/v3/determine_quota_cost, confirmed 2026-11-20: `videos.insert` has a bucket of its own of
 * 100 calls a day for the whole project, whoever uploads. An extension of it has to be asked for.
 */
const YOUTUBE_BUDGETS: readonly Budget[] = [
  { name: 'uploads', scope: 'app', capacity: 100, perSeconds: 86_400, counts: 'posts' },
];

const CALL_MS = 30_000;

/**
 * YouTube. A video exists only after the last byte of its upload session, so everything but the last piece is sent while
 * preparing, and the final call sends that piece.
 */
export class YouTubeConnector implements Connector {
  readonly platform = 'youtube';
  readonly descriptor = YOUTUBE;
  /** One session makes one video; but a session that is gone cannot be asked, and another one would make a second video. */
  readonly repeatRule = 'after-negative-look-up';
  readonly budgets = YOUTUBE_BUDGETS;
  readonly comments: CommentConnector;
  readonly metrics: MetricsConnector;
  readonly actions = postActions(
    {
      cover: (access, cover, signal) =>
        this.#with(access, (token) =>
          setThumbnail(this.#client, token, cover, { now: this.clock.now(), signal }),
        ),
    },
    { missingPermission, outcomeOf: (error) => callOutcome(error, this.clock.now()) },
  );
  readonly #client: YouTubeClient;
  readonly #sessions: UploadSessions;
  readonly #upload: VideoUpload;

  constructor(
    private readonly http: PlatformHttp,
    private readonly clock: Clock,
    private readonly configuration: YouTubeConfiguration,
    pause: Pause = realPause,
  ) {
    this.#client = new YouTubeClient(http, configuration.platformApps.youtube.apiUrl);
    this.#sessions = new UploadSessions(this.#client);
    this.#upload = new VideoUpload(this.#sessions, pause);
    this.comments = new YouTubeComments(this.#client, clock, configuration, (access, work) =>
      this.#with(access, work),
    );
    this.metrics = new YouTubeMetrics(
      this.#client,
      clock,
      (access, work) => this.#with(access, work),
      configuration.platformApps.youtubeAnalyticsUrl,
    );
  }

  refresh(credentials: JsonObject): Promise<JsonObject> {
    return renewed(this.http, this.configuration.platformApps.youtube, credentials, this.clock.now());
  }

  /** Either token takes the whole grant back. */
  async disconnect(credentials: JsonObject): Promise<boolean> {
    const { accessToken, refreshToken } = oauthCredentials(credentials);
    const url = new URL('revoke', this.configuration.platformApps.youtube.tokenUrl);
    // Documented there and nowhere else (developers.google.com/identity/protocols/oauth2/web-server#tokenrevoke).
    url.searchParams.set('token', refreshToken ?? accessToken);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    wasHeard(await this.http.send('youtube', { method: 'POST', url, headers }));
    return true;
  }

  async readLimits(access: AccountAccess): Promise<PlatformLimits | null> {
    const channel = await this.#with(access, (token) => ownChannel(this.#client, token));
    return channel?.limits ?? null;
  }

  precheck(publication: Pick<OutgoingPublication, 'title' | 'options'>): readonly Problem[] {
    const problems: Problem[] = [];
    const tags = tagsOf(publication);
    const isForbidden = (words: string) => Array.from(FORBIDDEN).some((char) => words.includes(char));
    if (isForbidden(titleOf(publication)))
      problems.push({
        code: 'integrations.text-forbidden',
        message: PRECHECK_TEXT.forbiddenText(YOUTUBE.name, FORBIDDEN),
      });
    if (tags.some(isForbidden) || tagsLength(tags) > TAGS.max)
      problems.push({
        code: 'integrations.option-not-valid',
        message: PRECHECK_TEXT.optionNotValid(YOUTUBE.name, TAGS.label),
      });
    return problems;
  }

  /** Whether the token still works; what is left of the day's quota is told by no call. */
  async readiness(access: AccountAccess): Promise<readonly Problem[]> {
    await this.#with(access, (token) => ownChannel(this.#client, token));
    return [];
  }

  async prepare(
    access: AccountAccess,
    publication: OutgoingPublication,
    refs: PublishRefs | null,
    save: SaveRefs,
    signal: AbortSignal,
  ): Promise<PrepareOutcome> {
    let own = refsOf(refs, publication.contentHash);
    const keep: SaveRefs = async (next) => {
      await save(next);
      own = refsOf(next, publication.contentHash);
    };
    try {
      return await this.#with(access, (token) =>
        this.#upload.almost({ token, uploads: access.uploads, publication, refs: own, keep, signal }),
      );
    } catch (error) {
      return stepOutcome(error, this.clock.now());
    }
  }

  async call(
    access: AccountAccess,
    publication: OutgoingPublication,
    refs: PublishRefs,
    signal: AbortSignal,
  ): Promise<CallOutcome> {
    const own = refsOf(refs, publication.contentHash);
    const file = videoOf(publication);
    if (own?.videoId !== undefined) return this.#published(own.videoId);
    const uri = own && (await access.uploads.open(own.session));
    if (!uri || !file) return refused('not-prepared', null, true);
    const piece = { file, from: own.from, bytes: file.bytes - own.from };
    try {
      const request = { signal, timeoutMs: CALL_MS, newConnection: true };
      const progress = await this.#with(access, (token) =>
        this.#sessions.send({ uri, token }, piece, request),
      );
      if (progress.kind === 'done') return this.#published(progress.videoId);
      return progress.kind === 'gone'
        ? refused('upload-lost', progress.words, true)
        : refused('upload-incomplete', null, true);
    } catch (error) {
      return callOutcome(error, this.clock.now());
    }
  }

  async lookUp(
    access: AccountAccess,
    publication: OutgoingPublication,
    refs: PublishRefs,
  ): Promise<LookUpOutcome> {
    // The session is stored before the first call: without one there was none.
    const own = refsOf(refs, publication.contentHash);
    if (!own) return { kind: 'absent' };
    if (own.videoId !== undefined) return this.#published(own.videoId);
    const uri = await access.uploads.open(own.session);
    const bytes = videoOf(publication)?.bytes ?? 0;
    if (uri === null) return { kind: 'cannot-tell' };
    try {
      const progress = await this.#with(access, (token) => this.#sessions.probe({ uri, token }, bytes));
      if (progress.kind === 'done') return this.#published(progress.videoId);
      return progress.kind === 'at' ? { kind: 'absent' } : { kind: 'cannot-tell' };
    } catch (error) {
      return lookUpFailed(stepOutcome(error, this.clock.now()));
    }
  }

  async deletePost(
    access: AccountAccess,
    { remoteId: id }: RemotePost,
    signal: AbortSignal,
  ): Promise<DeleteOutcome> {
    const call = {
      method: 'DELETE',
      path: '/youtube/v3/videos',
      query: { id },
      request: { signal },
    } as const;
    try {
      await this.#with(access, (token) => this.#client.send({ token, ...call }));
      return { kind: 'deleted' };
    } catch (error) {
      if (error instanceof YouTubeError && error.status === 404 && error.reason !== null)
        return { kind: 'deleted' };
      return callOutcome(error, this.clock.now());
    }
  }

  #with<Result>(access: AccountAccess, work: (token: string) => Promise<Result>): Promise<Result> {
    const refresh = (credentials: JsonObject) => this.refresh(credentials);
    const renewal = { access, refresh, now: () => this.clock.now() };
    return withToken(renewal, ({ accessToken }) => work(accessToken));
  }

  #published(videoId: string): Published {
    return published(videoId, videoPage(this.configuration, videoId));
  }
}
