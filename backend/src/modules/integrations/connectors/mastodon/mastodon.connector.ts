import { randomUUID } from 'node:crypto';
import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { Problem } from '@posthorn/contracts/integrations/precheck';
import type {
  CallOutcome,
  DeleteOutcome,
  LookUpOutcome,
  PrepareOutcome,
  Published,
} from '../contract/outcome.ts';
import type { OutgoingPublication, PublishRefs, RemotePost } from '../contract/publication.ts';
import { at, idIn, textOf } from '../json.ts';
import { lookUpFailed, withNewRefs, postponed, published, refused, unknown } from '../outcomes.ts';
import type { PlatformHttp } from '../platform-http.ts';
import type { CommentConnector } from '../contract/comments.ts';
import type { MetricsConnector } from '../contract/metrics.ts';
import type { Proof, RemoteAccount, Connector } from '../contract/connector.ts';
import type { AccountAccess, SaveRefs } from '../contract/account-access.ts';
import { realPause, type Pause } from '../retry-with-backoff.ts';
import { MastodonClient, MastodonError, STATUS_BYTES } from './client.ts';
import { MastodonComments } from './comments/mastodon-comments.ts';
import { callOutcome, missesMedia, saysGone, stepOutcome } from './errors.ts';
import { giveBack, grantIn } from './grant.ts';
import { MASTODON } from './descriptor.ts';
import { MastodonMedia } from './media.ts';
import { MastodonMetrics } from './metrics.ts';
import { lookUpStatus } from './own-statuses.ts';
import { refsOf, type MastodonRefs } from './refs.ts';
import { accountBehind, limitsAt } from './remote-account.ts';
import { statusDraft, warningProblems } from './status-draft.ts';
import { sessionOf, withSession, type MastodonSession } from './session.ts';

/** The reference server sweeps files that no post uses after a day. */
const UPLOADS_LAST_MS = 12 * 3_600_000;
const PROCESSING_WAIT_MS = 15_000;
const CALL_MS = 30_000;

/** Mastodon and the servers that speak like it. */
export class MastodonConnector implements Connector {
  readonly platform = 'mastodon';
  readonly descriptor = MASTODON;
  /** The key alone is not trusted: some servers ignore it, and two calls at once pass on all of them. */
  readonly repeatRule = 'after-negative-look-up';
  readonly #client: MastodonClient;
  readonly #media: MastodonMedia;
  readonly comments: CommentConnector;
  readonly metrics: MetricsConnector;

  constructor(
    http: PlatformHttp,
    private readonly clock: Clock,
    pause: Pause = realPause,
  ) {
    this.#client = new MastodonClient(http);
    this.#media = new MastodonMedia(this.#client, pause);
    this.comments = new MastodonComments(this.#client, clock);
    this.metrics = new MastodonMetrics(this.#client, clock);
  }

  async connect(proof: Proof): Promise<RemoteAccount> {
    if (proof.kind !== 'token') throw new Error(`Mastodon knows no sign-in by ${proof.kind}.`);
    return accountBehind(this.#client, proof, this.clock.now());
  }

  /** A token that its owner made by hand is revoked where it was made. */
  /** A token that somebody made and pasted only they take back. */
  async disconnect(credentials: JsonObject): Promise<boolean> {
    const { server } = sessionOf(credentials);
    const grant = grantIn(credentials);
    if (grant) await giveBack(this.#client, server, grant);
    return grant !== null;
  }

  async readLimits(access: AccountAccess): Promise<PlatformLimits | null> {
    return limitsAt(this.#client, sessionOf(await access.credentials()), this.clock.now());
  }

  precheck(
    publication: Omit<OutgoingPublication, 'contentHash'>,
    limits: PlatformLimits,
  ): readonly Problem[] {
    return warningProblems(publication, limits);
  }

  async prepare(
    access: AccountAccess,
    publication: OutgoingPublication,
    refs: PublishRefs | null,
    save: SaveRefs,
  ): Promise<PrepareOutcome> {
    const { contentHash, media } = publication;
    const known = this.#usable(refsOf(refs, contentHash));
    try {
      return await withSession(access, async (session): Promise<PrepareOutcome> => {
        let own = known ?? { contentHash, idempotencyKey: randomUUID(), mediaIds: [] };
        for (const item of media.slice(own.mediaIds.length)) {
          const id = await this.#media.upload(session, access, item);
          own = { uploadedAt: this.clock.now().toISOString(), ...own, mediaIds: [...own.mediaIds, id] };
          await save(own);
        }
        if (await this.#media.areReady(session, own.mediaIds)) return { kind: 'prepared', refs: own };
        return postponed('processing', null, new Date(this.clock.now().getTime() + PROCESSING_WAIT_MS));
      });
    } catch (error) {
      // An upload that is refused for its content is refused for good; nothing was published here.
      if (error instanceof MastodonError && missesMedia(error))
        return refused('media-lost', error.words, true);
      return stepOutcome(error, this.clock.now());
    }
  }

  /** Forgets what is of no use any more: files that the server may have swept, a key that leads to another post. */
  #usable(refs: MastodonRefs | null): MastodonRefs | null {
    if (!refs || refs.taken) return null;
    if (refs.mediaIds.length === 0) return refs;
    const old = this.clock.now().getTime() - Date.parse(refs.uploadedAt ?? '') > UPLOADS_LAST_MS;
    if (!old && !refs.lost) return refs;
    const { contentHash, idempotencyKey } = refs;
    return { contentHash, idempotencyKey, mediaIds: [] };
  }

  async call(
    access: AccountAccess,
    publication: OutgoingPublication,
    refs: PublishRefs,
    signal: AbortSignal,
  ): Promise<CallOutcome> {
    const own = refsOf(refs, publication.contentHash);
    if (own?.mediaIds.length !== publication.media.length) return refused('not-prepared', null, true);
    try {
      const outcome = await withSession(access, (session) => this.#post(session, publication, own, signal));
      return outcome.kind === 'published' ? await this.#owned(access, own, outcome) : outcome;
    } catch (error) {
      const outcome = callOutcome(error, this.clock.now());
      const isLost = error instanceof MastodonError && missesMedia(error);
      return isLost ? withNewRefs(outcome, { ...own, lost: true }) : outcome;
    }
  }

  /**
   * While our call was on its way, the look-up of a publication with the same text may have taken our post for its own.
   * It keeps that one, and ours is sent again.
   */
  async #owned(access: AccountAccess, own: MastodonRefs, post: Published): Promise<CallOutcome> {
    // What the server says stands, even when it cannot be noted.
    if (await access.claim(post.remoteId).catch(() => true)) return post;
    return withNewRefs(refused('not-there', null, true), { ...own, taken: true });
  }

  async #post(
    { server, token }: MastodonSession,
    publication: OutgoingPublication,
    { idempotencyKey, mediaIds }: MastodonRefs,
    signal: AbortSignal,
  ): Promise<CallOutcome> {
    const { body } = await this.#client.send({
      server,
      token,
      method: 'POST',
      path: '/api/v1/statuses',
      headers: { 'idempotency-key': idempotencyKey },
      json: statusDraft(publication, mediaIds),
      request: { signal, timeoutMs: CALL_MS, newConnection: true, maxBytes: STATUS_BYTES },
    });
    const id = idIn(at(body, 'id'));
    if (id === null) return unknown('unreadable', 'The server answered and named no post.');
    return published(id, textOf(at(body, 'url')));
  }

  async lookUp(
    access: AccountAccess,
    publication: OutgoingPublication,
    refs: PublishRefs,
    armedAt: string,
  ): Promise<LookUpOutcome> {
    // The key is stored before the first call: without one there was none.
    const own = refsOf(refs, publication.contentHash);
    if (!own) return { kind: 'absent' };
    const wanted = { text: publication.text, mediaIds: own.mediaIds, armedAt };
    try {
      return await withSession(access, (session) =>
        lookUpStatus(this.#client, session, access, wanted, () => this.clock.now()),
      );
    } catch (error) {
      return lookUpFailed(stepOutcome(error, this.clock.now()));
    }
  }

  /** Tokens do not end here, but their owner may revoke them. */
  async readiness(access: AccountAccess): Promise<readonly Problem[]> {
    await withSession(access, ({ server, token }) =>
      this.#client.send({ server, token, path: '/api/v1/accounts/verify_credentials' }),
    );
    return [];
  }

  async deletePost(
    access: AccountAccess,
    { remoteId }: RemotePost,
    signal: AbortSignal,
  ): Promise<DeleteOutcome> {
    try {
      return await withSession(access, async ({ server, token }): Promise<DeleteOutcome> => {
        const path = `/api/v1/statuses/${encodeURIComponent(remoteId)}`;
        // The deleted status is the answer.
        const request = { signal, timeoutMs: CALL_MS, maxBytes: STATUS_BYTES };
        await this.#client.send({ server, token, method: 'DELETE', path, request });
        return { kind: 'deleted' };
      });
    } catch (error) {
      if (error instanceof MastodonError && saysGone(error)) return { kind: 'deleted' };
      return callOutcome(error, this.clock.now());
    }
  }
}
