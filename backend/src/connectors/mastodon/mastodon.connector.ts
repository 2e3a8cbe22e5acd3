import { randomUUID } from 'node:crypto';
import type { Clock } from '#infrastructure/clock.ts';
import type { Connector } from '../contract/connector.ts';
import type { CallOutcome, PrepareOutcome } from '../contract/outcome.ts';
import { at, idIn, textOf } from '../kit/json.ts';
import { AccountCalls } from '../kit/account-calls.ts';
import { postponed, published, refused, unknown, withNewRefs } from '../kit/outcomes.ts';
import type { PlatformHttp } from '../kit/platform-http.ts';
import { realPause, type Pause } from '../kit/retry-with-backoff.ts';
import { MastodonClient, MastodonError, STATUS_BYTES } from './client/client.ts';
import { mastodonComments } from './comments/comments.ts';
import { isLimited, MASTODON } from './limits.ts';
import { missesMedia, OUTCOMES, saysGone } from './errors.ts';
import { revokeGrant, grantIn } from './consent/grant.ts';
import { MastodonMedia } from './media.ts';
import { mastodonMetrics } from './metrics.ts';
import { lookUpStatus } from './look-up.ts';
import { refsOf, type MastodonRefs } from './publish/refs.ts';
import { accountBehind, limitsAt } from './consent/remote-account.ts';
import { sessionOf, withSession } from './tokens.ts';
import { statusBody, warningProblems } from './publish/status-body.ts';

/** Mastodon deletes files that no post uses after a day. So Posthorn uploads older files again. */
const UPLOAD_LIFETIME_MS = 12 * 3_600_000;
const PROCESSING_WAIT_MS = 15_000;
const CALL_MS = 30_000;

/** Mastodon and servers with a compatible API. */
export function mastodonConnector(http: PlatformHttp, clock: Clock, pause: Pause = realPause) {
  const client = new MastodonClient(http);
  const files = new MastodonMedia(client, pause);
  const calls = new AccountCalls(withSession, OUTCOMES, clock, saysGone);
  return {
    platform: 'mastodon',
    descriptor: MASTODON,
    /** The idempotency key alone is not safe: some servers ignore it, and on all servers, two simultaneous calls both succeed. */
    repeatRule: 'after-negative-look-up',
    comments: mastodonComments(client, clock),
    metrics: mastodonMetrics(client, clock),

    async connect(proof) {
      if (proof.kind !== 'token') throw new Error(`Mastodon does not support a sign-in by ${proof.kind}.`);
      return accountBehind(client, proof, clock.now());
    },

    /** False for a token that a user created on the server: only this user can revoke it. */
    async disconnect(credentials) {
      const { server } = sessionOf(credentials);
      const grant = grantIn(credentials);
      if (grant) await revokeGrant(client, server, grant);
      return grant !== null;
    },

    readLimits: async (access) => limitsAt(client, sessionOf(await access.credentials()), clock.now()),
    precheck: warningProblems,

    async prepare(access, { contentHash, media }, refs, save) {
      const known = reusable(refsOf(refs, contentHash), clock.now());
      try {
        return await withSession(access, async (session): Promise<PrepareOutcome> => {
          let own = known ?? { contentHash, idempotencyKey: randomUUID(), mediaIds: [] };
          for (const item of media.slice(own.mediaIds.length)) {
            const id = await files.upload(session, access, item);
            own = { uploadedAt: clock.now().toISOString(), ...own, mediaIds: [...own.mediaIds, id] };
            await save(own);
          }
          if (await files.areReady(session, own.mediaIds)) return { kind: 'prepared', refs: own };
          return postponed('processing', null, new Date(clock.now().getTime() + PROCESSING_WAIT_MS));
        });
      } catch (error) {
        // Here, nothing was published. So a missing file only means that it must be uploaded again.
        if (error instanceof MastodonError && missesMedia(error))
          return refused('media-lost', error.platformMessage, true);
        return OUTCOMES.stepOutcome(error, clock.now());
      }
    },

    async call(access, publication, refs, signal) {
      const own = refsOf(refs, publication.contentHash);
      if (own?.mediaIds.length !== publication.media.length) return refused('not-prepared', null, true);
      try {
        const outcome = await withSession(access, async ({ server, token }): Promise<CallOutcome> => {
          const { body } = await client.send({
            server,
            token,
            method: 'POST',
            path: '/api/v1/statuses',
            headers: { 'idempotency-key': own.idempotencyKey },
            json: statusBody(publication, own.mediaIds),
            request: { signal, timeoutMs: CALL_MS, newConnection: true, maxBytes: STATUS_BYTES },
          });
          const id = idIn(at(body, 'id'));
          if (id === null) return unknown('unreadable', 'The server answered and named no post.');
          return published(id, textOf(at(body, 'url')), { isLimited: isLimited(at(body, 'visibility')) });
        });
        if (outcome.kind !== 'published') return outcome;
        // During this call, the look-up of another publication with the same text may have claimed our post. In this case, the other publication
        // keeps this post, and this publication is sent again. If the claim cannot be stored, the server's response counts.
        if (await access.claim(outcome.remoteId).catch(() => true)) return outcome;
        return withNewRefs(refused('not-there', null, true), { ...own, taken: true });
      } catch (error) {
        const outcome = OUTCOMES.callOutcome(error, clock.now());
        const isLost = error instanceof MastodonError && missesMedia(error);
        return isLost ? withNewRefs(outcome, { ...own, lost: true }) : outcome;
      }
    },

    async lookUp(access, { contentHash, text }, refs, attemptStartedAt) {
      // The key is stored before the first call. So without a key, there was no call.
      const own = refsOf(refs, contentHash);
      if (!own) return { kind: 'absent' };
      const expected = { text, mediaIds: own.mediaIds, attemptStartedAt };
      return calls.lookUp(access, (session) =>
        lookUpStatus(client, session, access, expected, () => clock.now()),
      );
    },

    /** Checks the token: tokens do not expire, but their owner may revoke them. */
    async readiness(access) {
      const path = '/api/v1/accounts/verify_credentials';
      await withSession(access, ({ server, token }) => client.send({ server, token, path }));
      return [];
    },

    deletePost(access, { remoteId }, signal) {
      const path = `/api/v1/statuses/${encodeURIComponent(remoteId)}`;
      // The response contains the deleted status.
      const request = { signal, timeoutMs: CALL_MS, maxBytes: STATUS_BYTES };
      return calls.delete(access, ({ server, token }) =>
        client.send({ server, token, method: 'DELETE', path, request }),
      );
    },
  } satisfies Connector;
}

/**
 * Removes references that are no longer usable: files that the server may have deleted, and a key whose post belongs to another
 * publication.
 */
function reusable(refs: MastodonRefs | null, now: Date): MastodonRefs | null {
  if (!refs || refs.taken) return null;
  if (refs.mediaIds.length === 0) return refs;
  const isExpired = now.getTime() - Date.parse(refs.uploadedAt ?? '') > UPLOAD_LIFETIME_MS;
  if (!isExpired && !refs.lost) return refs;
  const { contentHash, idempotencyKey } = refs;
  return { contentHash, idempotencyKey, mediaIds: [] };
}
