import { PRECHECK_TEXT } from '@posthorn/contracts/integrations/precheck-text';
import { WARNING_TEXT } from '@posthorn/contracts/scheduling/target-problems';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import type { TemporaryMediaUrls } from '../contract/temporary-media-urls.ts';
import type { Problem } from '@posthorn/contracts/integrations/precheck';
import type { CallOutcome, DeleteOutcome, LookUpOutcome, PrepareOutcome } from '../contract/outcome.ts';
import type { OutgoingPublication, PublishRefs, RemotePost } from '../contract/publication.ts';
import { idIn, textOf } from '../json.ts';
import { deleteAndLook } from '../meta/deletion.ts';
import type { TokenRenewal } from '../oauth/with-token.ts';
import { renewToken } from '../meta/long-lived-token.ts';
import { lookUpFailed, withNewRefs, postponed, published, refused, unknown } from '../outcomes.ts';
import type { PlatformHttp } from '../platform-http.ts';
import type { AccountAccess, SaveRefs, Connector } from '../contract/connector.ts';
import { realPause, type Pause } from '../retry-with-backoff.ts';
import { THREADS_BUDGETS } from './budgets.ts';
import { ThreadsClient } from './client.ts';
import { ContainerDraft } from './container-draft.ts';
import { ThreadsContainers } from './containers.ts';
import { THREADS } from './descriptor.ts';
import { callOutcome, deletionOutcome, missesObject, saysSpam, stepOutcome } from './errors.ts';
import { isListed, ownPosts } from './own-posts.ts';
import { isQuotaUsedUp } from './quota.ts';
import { refsOf, type ThreadsRefs } from './refs.ts';
import { withSession, type ThreadsSession } from './session.ts';
import { threadsTokens } from './tokens.ts';

const CALL_MS = 30_000;
const VIDEO_WIDTH_MAX = 1920;
const PERMALINK_MS = 5_000;
/** The quota is that of a moving day, and nobody tells when its oldest post leaves it. */
const QUOTA_WAIT_MS = 3_600_000;
/** A container may go on saying that it waits for its publication while that is under way. */
const DOUBT_MS = 60_000;

/** Threads: a container is made, finished by the platform, and published by a second call. */
export class ThreadsConnector implements Connector {
  readonly platform = 'threads';
  readonly descriptor = THREADS;
  /** By the same container only. */
  readonly repeatRule = 'after-negative-look-up';
  readonly budgets = THREADS_BUDGETS;
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
  }

  readonly refresh = (credentials: JsonObject): Promise<JsonObject> =>
    renewToken(threadsTokens(this.#client), credentials, this.clock.now());

  /** The platform has no call for it; people remove apps in their settings. */
  disconnect(): Promise<void> {
    return Promise.resolve();
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
      return await withSession(this.#renewal(access), (session) => this.#publish(session, container, signal));
    } catch (error) {
      const outcome = callOutcome(error, this.clock.now());
      if (missesObject(error)) return withNewRefs(outcome, { ...own, lost: true });
      return saysSpam(error) ? withNewRefs(outcome, { ...own, stopped: { words: error.words } }) : outcome;
    }
  }

  async #publish(session: ThreadsSession, container: string, signal: AbortSignal): Promise<CallOutcome> {
    const { token, userId } = session;
    const body = await this.#client.send({
      method: 'POST',
      path: `/${encodeURIComponent(userId)}/threads_publish`,
      fields: { creation_id: container, access_token: token },
      request: { signal, timeoutMs: CALL_MS, newConnection: true },
    });
    const id = idIn(body['id']);
    if (id === null) return unknown('unreadable', 'The platform answered and named no post.');
    return published(id, await this.#permalinkOf(session, id, signal));
  }

  /** Nice to have: the post is there whether its address is known or not. */
  async #permalinkOf({ token }: ThreadsSession, id: string, signal: AbortSignal): Promise<string | null> {
    try {
      const fields = { fields: 'permalink', access_token: token };
      const request = { signal, timeoutMs: PERMALINK_MS };
      const path = `/${encodeURIComponent(id)}`;
      return textOf((await this.#client.send({ path, fields, request }))['permalink']);
    } catch {
      return null;
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
        for (const { id, permalink } of await ownPosts(this.#client, session, {
          text,
          media,
          since,
          isThere,
        }))
          if (await access.claim(id)) return published(id, permalink);
        if (isThere) return { kind: 'pending' };
        if (status === 'ERROR') return refused('media-rejected', words, false);
        return this.#notThere(stopped, armedAt);
      });
    } catch (error) {
      return lookUpFailed(stepOutcome(error, this.clock.now()));
    }
  }

  #notThere(stopped: ThreadsRefs['stopped'], armedAt: string): LookUpOutcome {
    if (!stopped) return { kind: 'absent' };
    const decided = new Date(Date.parse(armedAt) + DOUBT_MS);
    if (this.clock.now() < decided) return { kind: 'pending', until: decided.toISOString() };
    return refused('rejected', stopped.words, false);
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
