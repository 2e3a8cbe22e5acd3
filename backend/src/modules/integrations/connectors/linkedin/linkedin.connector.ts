import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import { WARNING_TEXT } from '@posthorn/contracts/scheduling/target-problems';
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
import { linkDrawing } from '#infrastructure/media/drawing/drawing-places.ts';
import { textOf } from '../json.ts';
import type { LinkCards } from '../link-cards/link-cards.ts';
import { readCard } from '../link-cards/stored-card.ts';
import { oauthCredentials } from '../oauth/oauth-credentials.ts';
import { withToken } from '../oauth/with-token.ts';
import { lookUpFailed, withNewRefs, postponed, published, refused, unknown } from '../outcomes.ts';
import { firstClaimed } from '../own-post-search.ts';
import type { PlatformHttp } from '../platform-http.ts';
import type { Connector } from '../contract/connector.ts';
import type { MetricsConnector } from '../contract/metrics.ts';
import type { AccountSubscriptions, SubscriptionAccess } from '../contract/subscription.ts';
import type { AccountAccess, SaveRefs } from '../contract/account-access.ts';
import { realPause, type Pause } from '../retry-with-backoff.ts';
import type { AssetUpload } from './asset-task.ts';
import { LinkedInAssets } from './assets.ts';
import { LinkedInClient, LinkedInError } from './client.ts';
import { LinkedInComments } from './comments/linkedin-comments.ts';
import { callOutcome, isDenied, isDuplicate, isMediaFailure, isWithoutBytes, stepOutcome } from './errors.ts';
import { LINKEDIN } from './descriptor.ts';
import { LinkedInMetrics } from './metrics.ts';
import { listedPost, ownPosts, postAt, type OwnPost } from './own-posts.ts';
import { postPage, type LinkedInConfiguration } from './pages.ts';
import { postBody } from './post-body.ts';
import { refsOf, type Asset, type LinkedInRefs } from './refs.ts';
import { mayReadPosts, sessionOf, type LinkedInSession } from './session.ts';
import { LinkedInSubscriptions } from './subscriptions.ts';
import { renewed } from './tokens.ts';
import type { Budget } from '../contract/budget.ts';

const DAY = 86_400;
/** Of a post with one image: register it, ask whether it is ready, post. The bytes go to another host. */
const REQUESTS = 3;

/**
 * learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/share-on-linkedin, confirmed 2026-06: 150 requests of a
 * member and 100,000 of an app a day. Other products have budgets that only the app's owner sees; their 429 tells.
 */
const LINKEDIN_BUDGETS: readonly Budget[] = [
  { name: 'member', scope: 'account', capacity: 150 / REQUESTS, perSeconds: DAY, counts: 'posts' },
  { name: 'app', scope: 'app', capacity: 100_000 / REQUESTS, perSeconds: DAY, counts: 'posts' },
];

const CALL_MS = 30_000;
/** Larger than any client shows the picture of a card; in pixels and bytes. */
const THUMBNAIL = { side: 1200, bytes: 5_000_000 };
const REFUSES_CONTENT = new Set(['rejected', 'too-long', 'media-lost', 'not-found']);
const PROCESSING_WAIT_MS = 15_000;
/** A token that ends sooner than this after the due time might not last for the uploads. */
const SPARE_MS = 10 * 60_000;
/** A post that LinkedIn took and never shows was dropped. */
const DROPPED_AFTER_MS = 30 * 60_000;
const POST_URN = /urn:li:(?:share|ugcPost|activity):[\w-]+/u;

/** LinkedIn, for members and organizations alike: the account's author is one or the other. */
export class LinkedInConnector implements Connector {
  readonly platform = 'linkedin';
  readonly descriptor = LINKEDIN;
  /** Posts of members cannot be read, so their look-up never is negative: without a person nothing is repeated there. */
  readonly repeatRule = 'after-negative-look-up';
  readonly budgets = LINKEDIN_BUDGETS;
  readonly comments: CommentConnector;
  readonly metrics: MetricsConnector;
  readonly subscriptions: AccountSubscriptions;
  readonly #client: LinkedInClient;
  readonly #assets: LinkedInAssets;

  constructor(
    private readonly http: PlatformHttp,
    private readonly clock: Clock,
    private readonly configuration: LinkedInConfiguration,
    private readonly cards: LinkCards,
    pause: Pause = realPause,
  ) {
    const { linkedin, linkedinVersion, linkedinAppId } = configuration.platformApps;
    this.#client = new LinkedInClient(http, linkedin.apiUrl, linkedinVersion);
    this.#assets = new LinkedInAssets(this.#client, pause);
    this.comments = new LinkedInComments(this.#client, clock, configuration, (access, work) =>
      this.#with(access, work),
    );
    this.metrics = new LinkedInMetrics(this.#client, clock, (access, work) => this.#with(access, work));
    const as = <Result>(access: SubscriptionAccess, work: (session: LinkedInSession) => Promise<Result>) =>
      this.#with(access, work);
    this.subscriptions = new LinkedInSubscriptions(this.#client, as, clock, linkedinAppId);
  }

  refresh(credentials: JsonObject): Promise<JsonObject> {
    return renewed(this.http, this.configuration.platformApps.linkedin, credentials, this.clock.now());
  }

  /** One consent serves the member and all organizations: taking the token back would end the others too. */
  disconnect(): Promise<boolean> {
    return Promise.resolve(false);
  }

  readLimits(): Promise<PlatformLimits | null> {
    return Promise.resolve(null);
  }

  async readiness(access: AccountAccess, dueAt: string): Promise<readonly Problem[]> {
    const { refreshToken, expiresAt } = oauthCredentials(await access.credentials());
    const lasts = expiresAt === null || Date.parse(expiresAt) >= Date.parse(dueAt) + SPARE_MS;
    return refreshToken !== null || lasts
      ? []
      : [{ code: 'permission-ends', message: WARNING_TEXT.permissionEnds }];
  }

  async prepare(
    access: AccountAccess,
    publication: OutgoingPublication,
    refs: PublishRefs | null,
    save: SaveRefs,
    signal: AbortSignal,
  ): Promise<PrepareOutcome> {
    const { contentHash, media } = publication;
    const before = refsOf(refs, contentHash);
    let own: LinkedInRefs = before ?? { contentHash, assets: [] };
    const keep = async (next: LinkedInRefs) => {
      await save(next);
      own = next;
    };
    const task = (session: LinkedInSession) => ({ session, access, signal });
    const keepAsset = (index: number) => (asset: Asset) =>
      keep({ ...own, assets: [...own.assets.slice(0, index), asset] });
    try {
      return await this.#with(access, async (session): Promise<PrepareOutcome> => {
        if (own.lost) return await this.#anew(own, keep, null);
        for (const [index, item] of media.entries())
          await this.#assets.upload({ ...task(session), keep: keepAsset(index) }, item, own.assets[index]);
        const state = await this.#assets.stateOf(task(session), own.assets);
        if (state.kind === 'failed') return await this.#anew(own, keep, state.words);
        if (state.kind !== 'ready')
          return postponed('processing', null, new Date(this.clock.now().getTime() + PROCESSING_WAIT_MS));
        // What was sent once may be there: a repetition must be identical.
        const repeats = before?.ready === true;
        if (!repeats) await this.#prepareCard({ session, signal }, publication, own, keep);
        return { kind: 'prepared', refs: { ...own, ready: true, ...(repeats && { repeats }) } };
      });
    } catch (error) {
      return stepOutcome(error, this.clock.now());
    }
  }

  /** The page is read once and its picture uploaded once; each is stored before the next step. */
  async #prepareCard(
    task: AssetUpload,
    publication: OutgoingPublication,
    own: LinkedInRefs,
    keep: (refs: LinkedInRefs) => Promise<void>,
  ): Promise<void> {
    let next = own;
    if (next.card === undefined) {
      next = { ...next, ...(await readCard(this.cards, publication, task.signal)) };
      if (next.card || next.noCard) await keep(next);
    }
    if (!next.card || next.thumbnail !== undefined) return;
    const turn = { places: linkDrawing, owner: publication.ownerId, signal: task.signal };
    const picture = await this.cards.picture(next.card, THUMBNAIL, turn);
    await keep({ ...next, thumbnail: picture && (await this.#assets.thumbnail(task, picture.body)) });
  }

  /** Files that LinkedIn could not use are uploaded once more, not for ever. */
  async #anew(
    { contentHash, reuploads: before = 0, ready, repeats }: LinkedInRefs,
    keep: (refs: LinkedInRefs) => Promise<void>,
    words: string | null,
  ): Promise<PrepareOutcome> {
    const reuploads = before + 1;
    await keep({ contentHash, assets: [], reuploads, ...(ready && { ready }), ...(repeats && { repeats }) });
    return refused('media-rejected', words, reuploads === 1);
  }

  async call(
    access: AccountAccess,
    publication: OutgoingPublication,
    refs: PublishRefs,
    signal: AbortSignal,
  ): Promise<CallOutcome> {
    const own = refsOf(refs, publication.contentHash);
    if (own?.assets.length !== publication.media.length) return refused('not-prepared', null, true);
    try {
      return await this.#with(access, (session) => this.#post(session, publication, own, signal));
    } catch (error) {
      if (error instanceof LinkedInError && isDuplicate(error) && own.repeats === true)
        return this.#existing(access, error);
      const outcome = callOutcome(error, this.clock.now());
      if (own.card) return withoutRefusedCard(outcome, own);
      const isOpen = error instanceof LinkedInError && isWithoutBytes(error);
      if (isOpen && own.assets.some(({ doubtful }) => doubtful))
        return withNewRefs(refused('media-lost', error.words, true), { ...own, lost: true });
      const isLost = error instanceof LinkedInError && isMediaFailure(error);
      return isLost && own.assets.length > 0 ? withNewRefs(outcome, { ...own, lost: true }) : outcome;
    }
  }

  async #post(
    session: LinkedInSession,
    publication: OutgoingPublication,
    own: LinkedInRefs,
    signal: AbortSignal,
  ): Promise<CallOutcome> {
    const { headers } = await this.#client.send({
      token: session.token,
      method: 'POST',
      path: '/rest/posts',
      json: postBody(session.author, publication, own),
      request: { signal, timeoutMs: CALL_MS, newConnection: true },
    });
    const urn = urnIn(headers);
    if (urn === null) return unknown('unreadable', 'LinkedIn answered and named no post.');
    // LinkedIn may still drop a post for its files; where it lets us look, it is read back.
    return hasFiles(own) && mayReadPosts(session) ? { kind: 'accepted', handle: urn } : this.#published(urn);
  }

  /** The identical request was sent before, and LinkedIn names the post that came of it. */
  async #existing(access: AccountAccess, { words }: LinkedInError): Promise<CallOutcome> {
    const [urn] = POST_URN.exec(words ?? '') ?? [];
    if (urn === undefined) return refused('duplicate', words, false);
    // A post that another publication of the same text has made is not ours.
    return (await access.claim(urn)) ? this.#published(urn) : refused('rejected', words, false);
  }

  async lookUp(
    access: AccountAccess,
    publication: OutgoingPublication,
    refs: PublishRefs,
    armedAt: string,
  ): Promise<LookUpOutcome> {
    const handle = textOf(refs['handle']);
    const own = refsOf(refs, publication.contentHash);
    try {
      return await this.#with(access, async (session): Promise<LookUpOutcome> => {
        if (handle !== null) {
          const post =
            (await postAt(this.#client, session, handle)) ??
            (await listedPost(this.#client, session, { urn: handle, armedAt }));
          if (post) return this.#stateOf(post, own);
          const since = this.clock.now().getTime() - Date.parse(armedAt);
          return { kind: since < DROPPED_AFTER_MS ? 'pending' : 'absent' };
        }
        // References are stored before the first call: without them there was none.
        if (!own) return { kind: 'absent' };
        if (!mayReadPosts(session)) return { kind: 'cannot-tell' };
        const assets = own.assets.map(({ urn }) => urn);
        const search = await ownPosts(this.#client, session, { text: publication.text, assets, armedAt });
        const post = await firstClaimed(access, search, ({ urn }) => urn);
        return post ? this.#stateOf(post, own) : { kind: 'absent' };
      });
    } catch (error) {
      // LinkedIn took it, and does not let us look: its word stands.
      if (isDenied(error)) return handle === null ? { kind: 'cannot-tell' } : this.#published(handle);
      return lookUpFailed(stepOutcome(error, this.clock.now()));
    }
  }

  #stateOf(post: OwnPost, own: LinkedInRefs | null): LookUpOutcome {
    switch (post.state) {
      case 'PUBLISH_REQUESTED':
        return { kind: 'pending' };
      case 'PUBLISH_FAILED':
        return failedWith(own);
      default:
        return this.#published(post.urn);
    }
  }

  async deletePost(access: AccountAccess, post: RemotePost, signal: AbortSignal): Promise<DeleteOutcome> {
    const path = `/rest/posts/${encodeURIComponent(post.remoteId)}`;
    const call = { method: 'DELETE', path, restliMethod: 'DELETE', request: { signal } } as const;
    try {
      await this.#with(access, ({ token }) => this.#client.send({ token, ...call }));
      return { kind: 'deleted' };
    } catch (error) {
      if (error instanceof LinkedInError && error.spoken && error.status === 404) return { kind: 'deleted' };
      return callOutcome(error, this.clock.now());
    }
  }

  async #with<Result>(
    access: SubscriptionAccess,
    work: (session: LinkedInSession) => Promise<Result>,
  ): Promise<Result> {
    const { refreshToken } = oauthCredentials(await access.credentials());
    const refresh = refreshToken === null ? undefined : (stale: JsonObject) => this.refresh(stale);
    return withToken({ access, refresh, now: () => this.clock.now() }, (_, stored) =>
      work(sessionOf(stored)),
    );
  }

  #published(urn: string): Published {
    return published(urn, postPage(this.configuration, urn));
  }
}

const hasFiles = ({ assets, thumbnail = null }: LinkedInRefs): boolean =>
  assets.length > 0 || thumbnail !== null;

function failedWith(own: LinkedInRefs | null): LookUpOutcome {
  const failed = refused('media-rejected', null, true);
  if (own?.card) return withNewRefs(failed, withoutCard(own));
  return own && own.assets.length > 0 ? withNewRefs(failed, { ...own, lost: true }) : failed;
}

/** A card that LinkedIn does not take is left away; what else there may be wrong is said of the post without it. */
function withoutRefusedCard(outcome: CallOutcome, own: LinkedInRefs): CallOutcome {
  if (outcome.kind !== 'refused' || !REFUSES_CONTENT.has(outcome.reason)) return outcome;
  return withNewRefs({ ...outcome, retryable: true }, withoutCard(own));
}
const withoutCard = ({ contentHash, assets, ready, repeats }: LinkedInRefs): LinkedInRefs => ({
  contentHash,
  assets,
  card: null,
  ...(ready && { ready }),
  ...(repeats && { repeats }),
});

/** Rest.li may write keys percent-encoded. */
function urnIn({ 'x-restli-id': id = '' }: Readonly<Record<string, string>>): string | null {
  const urn = id.replaceAll(/%3A/giu, ':');
  return urn === '' ? null : urn;
}
