import { optionValue } from '@posthorn/contracts/integrations/option-values';
import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import type { Clock } from '#infrastructure/clock.ts';
import type { AccountAccess, SaveRefs } from '../contract/account-access.ts';
import type { Connector } from '../contract/connector.ts';
import type { CallOutcome, DeleteOutcome, PrepareOutcome } from '../contract/outcome.ts';
import type { OutgoingPublication } from '../contract/publication.ts';
import { AccountCalls } from '../kit/account-calls.ts';
import type { LinkCards } from '../kit/link-cards/link-cards.ts';
import { readCard } from '../kit/link-cards/stored-card.ts';
import { lookUpFailed, postponed, ReconnectNeeded, refused, withNewRefs } from '../kit/outcomes.ts';
import type { PlatformHttp } from '../kit/platform-http.ts';
import { realPause, type Pause } from '../kit/retry-with-backoff.ts';
import { BLUESKY_BUDGETS } from './budgets.ts';
import { blueskyComments } from './comments/comments.ts';
import { BLUESKY, LANGUAGE } from './limits.ts';
import { OUTCOMES } from './errors.ts';
import { ExternalEmbeds, isCard } from './publish/external-embed.ts';
import { facetsOf } from './publish/facets.ts';
import { BlueskyIdentity, type BlueskyConfiguration } from './client/identity.ts';
import { BlueskyLogin } from './consent.ts';
import { BlueskyMedia } from './media.ts';
import { blueskyMetrics } from './metrics.ts';
import { BlueskyOwnPosts, rkeyIn } from './look-up/own-posts.ts';
import {
  COLLECTION,
  postRecord,
  refsOf,
  sameEmbed,
  withRecentTime,
  type BlueskyRefs,
} from './publish/record.ts';
import { limitsAt, profileOf } from './client/server.ts';
import { BlueskySessions, sessionOf, type BlueskySession } from './tokens.ts';
import { newTid } from './publish/tid.ts';
import { Xrpc, XrpcError } from './client/client.ts';

/** The server deletes files that no post uses. Files younger than this certainly still exist. */
const UPLOAD_LIFETIME_MS = 30 * 60_000;
const PROCESSING_WAIT_MS = 15_000;
const CALL_MS = 30_000;
const REFUSES_CONTENT = new Set(['rejected', 'too-long']);

/** Bluesky and every other server of the AT Protocol. */
export function blueskyConnector(
  http: PlatformHttp,
  clock: Clock,
  configuration: BlueskyConfiguration,
  cards: LinkCards,
  pause: Pause = realPause,
) {
  const xrpc = new Xrpc(http);
  const identity = new BlueskyIdentity(http, configuration);
  const sessions = new BlueskySessions(xrpc, clock);
  const login = new BlueskyLogin(identity, xrpc, clock);
  const files = new BlueskyMedia(http, xrpc, sessions, clock, pause);
  const externals = new ExternalEmbeds(cards, files);
  const posts = new BlueskyOwnPosts(xrpc, sessions, configuration);
  const calls = new AccountCalls<BlueskySession>(
    (access, work) => sessions.use(access, work),
    OUTCOMES,
    clock,
  );

  /** Reads the card of the first link once, and stores it in the references. */
  const withCard = async (
    publication: OutgoingPublication,
    found: BlueskyRefs,
    save: SaveRefs,
    signal: AbortSignal,
  ): Promise<BlueskyRefs> => {
    if (found.card !== undefined || found.record) return found;
    const read = { ...found, ...(await readCard(cards, publication, signal)) };
    if (read.card || read.noCard) await save(read);
    return read;
  };

  const prepareRecord = async (
    access: AccountAccess,
    publication: OutgoingPublication,
    before: BlueskyRefs,
    save: SaveRefs,
    signal: AbortSignal,
  ): Promise<PrepareOutcome> => {
    const { text, media, options, ownerId } = publication;
    const now = clock.now();
    const found = await withCard(publication, before, save, signal);
    const embed = found.card
      ? await externals.embedFor(access, found.card, ownerId, signal)
      : await files.embedFor(access, media, found, (videoJob) => save({ ...found, videoJob }));
    if (embed === 'pending') {
      return postponed('processing', null, new Date(now.getTime() + PROCESSING_WAIT_MS));
    }
    const uploadedAt = now.toISOString();
    const { contentHash, card, noCard } = found;
    const shared = {
      contentHash,
      uploadedAt,
      ...(card !== undefined && { card }),
      ...(noCard && { noCard }),
    };
    const { rkey, record: stored } = found;
    // The files were uploaded again. The same bytes have the same ids, so the stored record is still valid.
    if (stored && sameEmbed(stored['embed'], embed))
      return { kind: 'prepared', refs: { ...shared, rkey, record: withRecentTime(stored, now) } };
    // For other files, the key stays too: the server never overwrites the record of a key, so a late call makes no second post.
    const facets = await facetsOf(text, (handle) => identity.didOf(handle).catch(() => null));
    const record = postRecord(text, now, facets, embed, languageOf(options));
    return { kind: 'prepared', refs: { ...shared, rkey, record } };
  };
  return {
    platform: 'bluesky',
    descriptor: BLUESKY,
    repeatRule: 'always',
    endsOneLoginOnly: true,
    budgets: BLUESKY_BUDGETS,
    comments: blueskyComments({ xrpc, calls, clock, identity, posts }),
    metrics: blueskyMetrics(xrpc, calls),

    async connect(proof) {
      if (proof.kind !== 'app-password')
        throw new Error(`Bluesky does not support a sign-in by ${proof.kind}.`);
      const session = await login.login(proof.identifier, proof.password);
      const { did: remoteId, handle: accountName, pds: server } = session;
      const [profile, limits] = await Promise.all([
        profileOf(xrpc, session),
        limitsAt(xrpc, server, clock.now()),
      ]);
      const credentials = { ...session };
      return { platform: 'bluesky', remoteId, accountName, server, limits, credentials, ...profile };
    },

    async disconnect(credentials) {
      await sessions.end(credentials);
      return true;
    },

    readLimits: async (access) => limitsAt(xrpc, sessionOf(await access.credentials()).pds, clock.now()),

    async prepare(access, publication, refs, save, signal) {
      const { contentHash } = publication;
      const now = clock.now();
      const found = refsOf(refs, contentHash) ?? { contentHash, rkey: newTid(now) };
      try {
        if (found.record && !mediaMayBeGone(found, now))
          return { kind: 'prepared', refs: { ...found, record: withRecentTime(found.record, now) } };
        return await prepareRecord(access, publication, found, save, signal);
      } catch (error) {
        return OUTCOMES.stepOutcome(error, clock.now());
      }
    },

    async call(access, publication, refs, signal) {
      const found = refsOf(refs, publication.contentHash);
      if (!found?.record) return refused('not-prepared', null, true);
      const { rkey, record } = found;
      try {
        return await posts.write(access, { rkey, record }, signal);
      } catch (error) {
        const outcome = OUTCOMES.callOutcome(error, clock.now());
        const isLost = error instanceof XrpcError && error.code === 'BlobNotFound';
        if (isLost) return withNewRefs(outcome, { ...found, lost: true });
        return isCard(record) ? withoutRefusedCard(outcome, found) : outcome;
      }
    },

    async lookUp(access, publication, refs) {
      const found = refsOf(refs, publication.contentHash);
      // The key is stored before the first call. So without a key, there was no call.
      if (!found) return { kind: 'absent' };
      try {
        return (await posts.find(access, found.rkey)) ?? { kind: 'absent' };
      } catch (error) {
        return lookUpFailed(OUTCOMES.stepOutcome(error, clock.now()));
      }
    },

    /** Checks with a request whether the session can still be renewed, and whether the account is open. */
    async readiness(access) {
      try {
        const method = 'com.atproto.server.getSession';
        await sessions.use(access, ({ pds: server, accessJwt: token }) =>
          xrpc.query({ server, method, token }),
        );
      } catch (error) {
        throw error instanceof XrpcError && error.closed ? new ReconnectNeeded(error.platformMessage) : error;
      }
      return [];
    },

    /** The server returns the same response if the record is already deleted. */
    deletePost: (access, { remoteId }, signal) =>
      calls.call(access, async ({ pds: server, did: repo, accessJwt: token }): Promise<DeleteOutcome> => {
        const rkey = rkeyIn(remoteId, repo);
        if (rkey === null) return refused('not-found', null, false);
        await xrpc.procedure({
          server,
          method: 'com.atproto.repo.deleteRecord',
          token,
          body: { repo, collection: COLLECTION, rkey },
          request: { signal, timeoutMs: CALL_MS },
        });
        return { kind: 'deleted' };
      }),
  } satisfies Connector;
}

function mediaMayBeGone({ record, uploadedAt, lost }: BlueskyRefs, now: Date): boolean {
  if (!record?.['embed']) return false;
  return lost === true || now.getTime() - Date.parse(uploadedAt ?? '') > UPLOAD_LIFETIME_MS;
}

/** After a refusal of the content, drops the link card and retries. If the card was not the reason, the next call shows this. */
function withoutRefusedCard(outcome: CallOutcome, { contentHash, rkey }: BlueskyRefs): CallOutcome {
  if (outcome.kind !== 'refused' || !REFUSES_CONTENT.has(outcome.reason)) return outcome;
  return withNewRefs({ ...outcome, retryable: true }, { contentHash, rkey, card: null });
}

const languageOf = (options: PublishOptions): string | null => {
  const language = optionValue(LANGUAGE, { options, title: null });
  return typeof language === 'string' ? language : null;
};
