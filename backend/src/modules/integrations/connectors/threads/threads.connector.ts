import { PRECHECK_TEXT } from '@posthorn/contracts/integrations/precheck-text';
import { WARNING_TEXT } from '@posthorn/contracts/scheduling/target-problems';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import type { TemporaryMediaUrls } from '../contract/temporary-media-urls.ts';
import type { Problem } from '@posthorn/contracts/integrations/precheck';
import type { CommentConnector } from '../contract/comments.ts';
import type { MetricsConnector } from '../contract/metrics.ts';
import type { CallOutcome, DeleteOutcome, LookUpOutcome, PrepareOutcome } from '../contract/outcome.ts';
import type { OutgoingPublication, PublishRefs, RemotePost } from '../contract/publication.ts';
import { deleteAndLook } from '../meta/deletion.ts';
import type { TokenRenewal } from '../oauth/with-token.ts';
import { renewToken } from '../meta/long-lived-token.ts';
import { lookUpFailed, withNewRefs, postponed, published, refused } from '../outcomes.ts';
import { firstClaimed } from '../own-post-search.ts';
import type { PlatformHttp } from '../platform-http.ts';
import type { Connector } from '../contract/connector.ts';
import type { AccountAccess, SaveRefs } from '../contract/account-access.ts';
import { realPause, type Pause } from '../retry-with-backoff.ts';
import { ThreadsClient } from './client.ts';
import { ThreadsComments } from './comments/threads-comments.ts';
import { ContainerDraft } from './container-draft.ts';
import { ThreadsContainers } from './containers.ts';
import { THREADS } from './descriptor.ts';
import { callOutcome, deletionOutcome, missesObject, saysSpam, stepOutcome } from './errors.ts';
import { ThreadsMetrics } from './metrics.ts';
import { isListed, ownPosts } from './own-posts.ts';
import { notThere } from './not-there.ts';
import { publishContainer } from './publish-container.ts';
import { isQuotaUsedUp } from './quota.ts';
import { refsOf } from './refs.ts';
import { withSession, type ThreadsSession } from './session.ts';
import { threadsTokens } from './tokens.ts';
import type { Budget } from '../contract/budget.ts';

const DAY = 24 * 3600;

/** developers.facebook.com/docs/threads/overview#rate-limits, confirmed 2026-09-11. What others publish there counts too, so the quota is asked as well. */
const THREADS_BUDGETS: readonly Budget[] = [
  { name: 'posts', scope: 'account', capacity: 250, perSeconds: DAY, counts: 'posts' },
];

const CALL_MS = 30_000;
const VIDEO_WIDTH_MAX = 1920;
/** The quota is that of a moving day, and nobody tells when its oldest post leaves it. */
const QUOTA_WAIT_MS = 3_600_000;

/** Threads: a container is made, finished by the platform, and published by a second call. */
export class ThreadsConnector implements Connector {
  readonly platform = 'threads';
  readonly descriptor = THREADS;
  /** By the same container only. */
  readonly repeatRule = 'after-negative-look-up';
  readonly budgets = THREADS_BUDGETS;
  readonly comments: CommentConnector;
  readonly metrics: MetricsConnector;
  readonly #client: ThreadsClient;
  readonly #containers: ThreadsContainers;

  constructor(
    http: PlatformHttp,
    private readonly clock: Clock,
    { platformApps }: Pick<Configuration, 'platformApps'>,
    media: TemporaryMediaUrls,
    private readonly pause: Pause = realPause,
  ) {
    this.#client = new ThreadsClient(http, platformApps.threads.apiUrl);
    this.#containers = new ThreadsContainers(this.#client, media, pause);
    const renewal = (access: AccountAccess) => this.#renewal(access);
    this.comments = new ThreadsComments(this.#client, this.#containers, { clock, pause, renewal });
    this.metrics = new ThreadsMetrics(this.#client, { clock, renewal });
  }

  readonly refresh = (credentials: JsonObject): Promise<JsonObject> =>
    renewToken(threadsTokens(this.#client), credentials, this.clock.now());

  /** The platform has no call for it; people remove apps in their settings. */
  disconnect(): Promise<boolean> {
    return Promise.resolve(false);
  }

  readLimits(): Promise<null> {
    return Promise.resolve(null);
  }

  precheck({ media }: Omit<OutgoingPublication, 'contentHash'>): readonly Problem[] {
    const isTooWide = media.some(({ kind, width }) => kind === 'video' && (width ?? 0) > VIDEO_WIDTH_MAX);
    const message = PRECHECK_TEXT.videoTooWide(THREADS.name, VIDEO_WIDTH_MAX);
    return isTooWide ? [{ code: 'integrations.video-too-wide', message }] : [];
  }

  async prepare(
    access: AccountAccess,
    publication: OutgoingPublication,
    refs: PublishRefs | null,
    save: SaveRefs,
    signal: AbortSignal,
  ): Promise<PrepareOutcome> {
    const own = refsOf(refs, publication.contentHash);
    const draft = new ContainerDraft(this.#containers, { access, publication, save, signal }, this.clock);
    try {
      return await withSession(this.#renewal(access), async (session): Promise<PrepareOutcome> => {
        if (await isQuotaUsedUp(this.#client, session, this.pause))
          return postponed('rate-limit', WARNING_TEXT.quotaUsedUp(THREADS.name), this.#later(QUOTA_WAIT_MS));
        return draft.finish(session, own);
      });
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
    if (own?.container == null) return refused('not-prepared', null, true);
    // An earlier attempt made a post of it after all; the look-up finds which.
    if (own.isPublished) return refused('duplicate', null, false);
    const { container } = own;
    try {
      return await withSession(this.#renewal(access), (session) =>
        publishContainer(this.#client, session, container, signal),
      );
    } catch (error) {
      const outcome = callOutcome(error, this.clock.now());
      if (missesObject(error)) return withNewRefs(outcome, { ...own, lost: true });
      return saysSpam(error) ? withNewRefs(outcome, { ...own, stopped: { words: error.words } }) : outcome;
    }
  }

  async lookUp(
    access: AccountAccess,
    publication: OutgoingPublication,
    refs: PublishRefs,
    armedAt: string,
  ): Promise<LookUpOutcome> {
    // The container is stored before the first call: without one there was none.
    const own = refsOf(refs, publication.contentHash);
    if (own?.container == null) return { kind: 'absent' };
    const { container, containedAt, stopped } = own;
    try {
      return await withSession(this.#renewal(access), async (session): Promise<LookUpOutcome> => {
        const { status, words } = await this.#containers.stateOf(session, container);
        const isThere = status === 'PUBLISHED';
        // A container that is a post may have become one by an attempt before this one.
        const since = isThere ? (containedAt ?? armedAt) : armedAt;
        const { text, media } = publication;
        const search = await ownPosts(this.#client, session, { text, media, since, isThere });
        const post = await firstClaimed(access, search, ({ id }) => id);
        if (post) return published(post.id, post.permalink);
        if (isThere) return { kind: 'pending' };
        if (status === 'ERROR') return refused('media-rejected', words, false);
        return notThere(stopped, armedAt, this.clock.now());
      });
    } catch (error) {
      return lookUpFailed(stepOutcome(error, this.clock.now()));
    }
  }

  async readiness(access: AccountAccess): Promise<readonly Problem[]> {
    const usedUp = await withSession(this.#renewal(access), (session) =>
      isQuotaUsedUp(this.#client, session, this.pause),
    );
    return usedUp ? [{ code: 'quota', message: WARNING_TEXT.quotaUsedUp(THREADS.name) }] : [];
  }

  async deletePost(
    access: AccountAccess,
    { remoteId }: RemotePost,
    signal: AbortSignal,
  ): Promise<DeleteOutcome> {
    try {
      return await withSession(this.#renewal(access), (session) =>
        deleteAndLook({
          remove: () => this.#remove(session, remoteId, signal),
          isMissing: missesObject,
          isListed: () => isListed(this.#client, session, remoteId, signal),
          outcomeOf: (error) => deletionOutcome(error, this.clock.now()),
        }),
      );
    } catch (error) {
      return deletionOutcome(error, this.clock.now());
    }
  }

  async #remove({ token }: ThreadsSession, id: string, signal: AbortSignal): Promise<boolean> {
    const path = `/${encodeURIComponent(id)}`;
    const request = { signal, timeoutMs: CALL_MS };
    const fields = { access_token: token };
    return (await this.#client.send({ method: 'DELETE', path, fields, request }))['success'] !== false;
  }

  #renewal(access: AccountAccess): TokenRenewal {
    return { access, refresh: this.refresh, now: () => this.clock.now() };
  }

  #later(milliseconds: number): Date {
    return new Date(this.clock.now().getTime() + milliseconds);
  }
}
