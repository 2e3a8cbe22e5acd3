import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import { optionValue } from '@posthorn/contracts/integrations/option-values';
import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { Problem } from '@posthorn/contracts/integrations/precheck';
import type { CommentConnector } from '../contract/comments.ts';
import type { MetricsConnector } from '../contract/metrics.ts';
import type { CallOutcome, DeleteOutcome, LookUpOutcome, PrepareOutcome } from '../contract/outcome.ts';
import type { OutgoingPublication, PublishRefs, RemotePost } from '../contract/publication.ts';
import { MediaUnusable } from '../images.ts';
import type { LinkCards } from '../link-cards/link-cards.ts';
import { readCard } from '../link-cards/stored-card.ts';
import { lookUpFailed, withNewRefs, postponed, ReconnectNeeded, refused } from '../outcomes.ts';
import type { PlatformHttp } from '../platform-http.ts';
import type { Proof, RemoteAccount, Connector } from '../contract/connector.ts';
import type { AccountAccess, SaveRefs } from '../contract/account-access.ts';
import { realPause, type Pause } from '../retry-with-backoff.ts';
import { BLUESKY_BUDGETS } from './budgets.ts';
import { BlueskyComments } from './comments/bluesky-comments.ts';
import { callOutcome, stepOutcome } from './errors.ts';
import { BLUESKY, LANGUAGE } from './descriptor.ts';
import { ExternalEmbeds, isCard } from './external-embed.ts';
import { facetsOf } from './facets.ts';
import { BlueskyIdentity, type BlueskyConfiguration } from './identity.ts';
import { BlueskyLogin } from './login.ts';
import { BlueskyMedia } from './media.ts';
import { BlueskyMetrics } from './metrics.ts';
import { OwnPosts, rkeyIn } from './own-posts.ts';
import { COLLECTION, postRecord, refsOf, sameEmbed, type BlueskyRefs } from './record.ts';
import { displayNameOf, limitsAt } from './server.ts';
import { BlueskySessions, sessionOf } from './session.ts';
import { newTid } from './tid.ts';
import { VideoRejected } from './video-failure.ts';
import { Xrpc, XrpcError } from './xrpc.ts';

/** The server sweeps files that no post uses; younger ones are safely there. */
const UPLOADS_LAST_MS = 30 * 60_000;
const PROCESSING_WAIT_MS = 15_000;
const CALL_MS = 30_000;
const REFUSES_CONTENT = new Set(['rejected', 'too-long']);

/** Bluesky and every other server of the AT Protocol. */
export class BlueskyConnector implements Connector {
  readonly platform = 'bluesky';
  readonly descriptor = BLUESKY;
  readonly repeatRule = 'always';
  readonly endsOneLoginOnly = true;
  readonly budgets = BLUESKY_BUDGETS;
  readonly #xrpc: Xrpc;
  readonly #identity: BlueskyIdentity;
  readonly #sessions: BlueskySessions;
  readonly #login: BlueskyLogin;
  readonly #media: BlueskyMedia;
  readonly #externals: ExternalEmbeds;
  readonly #posts: OwnPosts;
  readonly comments: CommentConnector;
  readonly metrics: MetricsConnector;

  constructor(
    http: PlatformHttp,
    private readonly clock: Clock,
    configuration: BlueskyConfiguration,
    private readonly cards: LinkCards,
    pause: Pause = realPause,
  ) {
    this.#xrpc = new Xrpc(http);
    this.#identity = new BlueskyIdentity(http, configuration);
    this.#sessions = new BlueskySessions(this.#xrpc, clock);
    this.#login = new BlueskyLogin(this.#identity, this.#xrpc, clock);
    this.#media = new BlueskyMedia(http, this.#xrpc, this.#sessions, clock, pause);
    this.#externals = new ExternalEmbeds(cards, this.#media);
    this.#posts = new OwnPosts(this.#xrpc, this.#sessions, configuration);
    this.comments = new BlueskyComments(this.#xrpc, this.#sessions, clock, this.#identity, this.#posts);
    this.metrics = new BlueskyMetrics(this.#xrpc, this.#sessions, clock);
  }

  async connect(proof: Proof): Promise<RemoteAccount> {
    if (proof.kind !== 'app-password') throw new Error(`Bluesky knows no sign-in by ${proof.kind}.`);
    const session = await this.#login.login(proof.identifier, proof.password);
    const { did: remoteId, handle: accountName, pds: server } = session;
    const [displayName, limits] = await Promise.all([
      displayNameOf(this.#xrpc, session),
      limitsAt(this.#xrpc, server, this.clock.now()),
    ]);
    const { platform } = this;
    return { platform, remoteId, accountName, displayName, server, limits, credentials: { ...session } };
  }

  async disconnect(credentials: JsonObject): Promise<boolean> {
    await this.#sessions.end(credentials);
    return true;
  }

  async readLimits(access: AccountAccess): Promise<PlatformLimits | null> {
    return limitsAt(this.#xrpc, sessionOf(await access.credentials()).pds, this.clock.now());
  }

  async prepare(
    access: AccountAccess,
    publication: OutgoingPublication,
    refs: PublishRefs | null,
    save: SaveRefs,
    signal: AbortSignal,
  ): Promise<PrepareOutcome> {
    const { contentHash } = publication;
    const found = refsOf(refs, contentHash) ?? { contentHash, rkey: newTid(this.clock.now()) };
    try {
      if (found.record && !this.#mediaMayBeGone(found)) return { kind: 'prepared', refs: found };
      return await this.#prepared(access, publication, found, save, signal);
    } catch (error) {
      if (error instanceof MediaUnusable || error instanceof VideoRejected) {
        return refused('media-rejected', error.message, false);
      }
      return stepOutcome(error, this.clock.now());
    }
  }

  async #prepared(
    access: AccountAccess,
    publication: OutgoingPublication,
    before: BlueskyRefs,
    save: SaveRefs,
    signal: AbortSignal,
  ): Promise<PrepareOutcome> {
    const { text, media, options, ownerId } = publication;
    const now = this.clock.now();
    const found = await this.#withCard(publication, before, save, signal);
    const embed = found.card
      ? await this.#externals.embedFor(access, found.card, ownerId, signal)
      : await this.#media.embedFor(access, media, found, (videoJob) => save({ ...found, videoJob }));
    if (embed === 'pending') {
      return postponed('processing', null, new Date(now.getTime() + PROCESSING_WAIT_MS));
    }
    const uploadedAt = now.toISOString();
    const { contentHash, card, noCard } = found;
    const kept = { contentHash, uploadedAt, ...(card !== undefined && { card }), ...(noCard && { noCard }) };
    if (found.record) {
      const refs = { ...kept, rkey: found.rkey, record: found.record };
      // Uploaded once more: the same bytes are the same files, and the frozen record still fits.
      if (sameEmbed(found.record['embed'], embed)) return { kind: 'prepared', refs };
      const already = await this.#posts.find(access, found.rkey);
      if (already) return { kind: 'prepared', refs };
    }
    // The picture of a page may have become another one. Nothing is written over under a key: so no late call makes a second post.
    const rkey = found.record && !found.card ? newTid(now) : found.rkey;
    const facets = await facetsOf(text, (handle) => this.#identity.didOf(handle).catch(() => null));
    const record = postRecord(text, now, facets, embed, languageOf(options));
    return { kind: 'prepared', refs: { ...kept, rkey, record } };
  }

  /** With what the page behind the first link says, read once and stored. */
  async #withCard(
    publication: OutgoingPublication,
    found: BlueskyRefs,
    save: SaveRefs,
    signal: AbortSignal,
  ): Promise<BlueskyRefs> {
    if (found.card !== undefined || found.record) return found;
    const withCard = { ...found, ...(await readCard(this.cards, publication, signal)) };
    if (withCard.card || withCard.noCard) await save(withCard);
    return withCard;
  }

  async call(
    access: AccountAccess,
    publication: OutgoingPublication,
    refs: PublishRefs,
    signal: AbortSignal,
  ): Promise<CallOutcome> {
    const found = refsOf(refs, publication.contentHash);
    if (!found?.record) return refused('not-prepared', null, true);
    const { rkey, record } = found;
    try {
      return await this.#posts.write(access, { rkey, record }, signal);
    } catch (error) {
      const outcome = callOutcome(error, this.clock.now());
      const isLost = error instanceof XrpcError && error.code === 'BlobNotFound';
      if (isLost) return withNewRefs(outcome, { ...found, lost: true });
      return isCard(record) ? withoutRefusedCard(outcome, found) : outcome;
    }
  }

  async lookUp(
    access: AccountAccess,
    publication: OutgoingPublication,
    refs: PublishRefs,
  ): Promise<LookUpOutcome> {
    const found = refsOf(refs, publication.contentHash);
    // The key is stored before the first call: without one there was none.
    if (!found) return { kind: 'absent' };
    try {
      return (await this.#posts.find(access, found.rkey)) ?? { kind: 'absent' };
    } catch (error) {
      return lookUpFailed(stepOutcome(error, this.clock.now()));
    }
  }

  /** A session that cannot be renewed any more, or an account that is closed, is found out by asking. */
  async readiness(access: AccountAccess): Promise<readonly Problem[]> {
    try {
      await this.#sessions.use(access, ({ pds: server, accessJwt: token }) =>
        this.#xrpc.query({ server, method: 'com.atproto.server.getSession', token }),
      );
    } catch (error) {
      throw error instanceof XrpcError && error.closed ? new ReconnectNeeded(error.words) : error;
    }
    return [];
  }

  /** The server answers alike when the record is gone already. */
  async deletePost(
    access: AccountAccess,
    { remoteId }: RemotePost,
    signal: AbortSignal,
  ): Promise<DeleteOutcome> {
    try {
      return await this.#sessions.use(access, async ({ pds: server, did: repo, accessJwt: token }) => {
        const rkey = rkeyIn(remoteId, repo);
        if (rkey === null) return refused('not-found', null, false);
        await this.#xrpc.procedure({
          server,
          method: 'com.atproto.repo.deleteRecord',
          token,
          body: { repo, collection: COLLECTION, rkey },
          request: { signal, timeoutMs: CALL_MS },
        });
        return { kind: 'deleted' };
      });
    } catch (error) {
      return callOutcome(error, this.clock.now());
    }
  }

  #mediaMayBeGone({ record, uploadedAt, lost }: BlueskyRefs): boolean {
    if (!record?.['embed']) return false;
    return lost === true || this.clock.now().getTime() - Date.parse(uploadedAt ?? '') > UPLOADS_LAST_MS;
  }
}

/** A card that the server does not take is left away; what else there may be wrong is said of the post without it. */
function withoutRefusedCard(outcome: CallOutcome, { contentHash, rkey }: BlueskyRefs): CallOutcome {
  if (outcome.kind !== 'refused' || !REFUSES_CONTENT.has(outcome.reason)) return outcome;
  return withNewRefs({ ...outcome, retryable: true }, { contentHash, rkey, card: null });
}

const languageOf = (options: PublishOptions): string | null => {
  const language = optionValue(LANGUAGE, { options, title: null });
  return typeof language === 'string' ? language : null;
};
