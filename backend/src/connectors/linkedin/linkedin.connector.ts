import { checkSaid } from '@posthorn/contracts/scheduling/check-sentences';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { DAY_SECONDS } from '@posthorn/contracts/shared/durations';
import type { Clock } from '#infrastructure/clock.ts';
import type { AccountAccess } from '../contract/account-access.ts';
import type { Budget } from '../contract/budget.ts';
import type { Connector } from '../contract/connector.ts';
import type { CallOutcome, LookUpOutcome } from '../contract/outcome.ts';
import { textOf } from '../kit/json.ts';
import { AccountCalls } from '../kit/account-calls.ts';
import type { AsAccount } from '../kit/as-account.ts';
import type { LinkCards } from '../kit/link-cards/link-cards.ts';
import { oauthCredentials } from '../kit/oauth/oauth-credentials.ts';
import { withToken } from '../kit/oauth/with-token.ts';
import { lookUpFailed, published, refused, unknown, withNewRefs } from '../kit/outcomes.ts';
import { firstClaimed } from '../kit/own-post-search.ts';
import type { PlatformHttp } from '../kit/platform-http.ts';
import { realPause, type Pause } from '../kit/retry-with-backoff.ts';
import { LinkedInAssets } from './media/assets.ts';
import { LinkedInClient, LinkedInError } from './client.ts';
import { linkedinComments } from './comments/comments.ts';
import { LINKEDIN } from './limits.ts';
import { isDenied, isDuplicate, isMediaFailure, isWithoutBytes, OUTCOMES } from './errors.ts';
import { linkedinMetrics } from './metrics.ts';
import { listedPost, ownPosts, postAt, type LinkedInOwnPost } from './look-up/own-posts.ts';
import { postPage, type LinkedInConfiguration } from './accounts/pages.ts';
import { postBody } from './publish/post-body.ts';
import { LinkedInPreparation } from './publish/preparation.ts';
import { refsOf, type LinkedInRefs } from './media/refs.ts';
import { linkedinApp, mayReadPosts, renewCredentials, sessionOf, type LinkedInSession } from './tokens.ts';
import { linkedinSubscriptions } from './webhooks/subscriptions.ts';

/**
 * The number of requests for a post with one image: register the image, check that it is ready, post. The upload itself goes to
 * another host.
 */
const REQUESTS = 3;

/**
 * learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/share-on-linkedin, confirmed 2026-06: 150 requests per day
 * for a member and 100,000 for an app. Only the app's owner sees the budgets of other products; for these, Posthorn reacts to
 * status 429.
 */
const LINKEDIN_BUDGETS: readonly Budget[] = [
  { name: 'member', scope: 'account', capacity: 150 / REQUESTS, perSeconds: DAY_SECONDS },
  { name: 'app', scope: 'app', capacity: 100_000 / REQUESTS, perSeconds: DAY_SECONDS },
];

const CALL_MS = 30_000;
const REFUSES_CONTENT = new Set(['rejected', 'too-long', 'media-lost', 'not-found']);
/** A token must be valid at least this long after the due time, so that it lasts for the uploads. */
const SPARE_MS = 10 * 60_000;
/** If LinkedIn accepted a post but does not show it after this time, LinkedIn has dropped the post. */
const DROPPED_AFTER_MS = 30 * 60_000;
const POST_URN = /urn:li:(?:share|ugcPost|activity):[\w-]+/u;

/** LinkedIn, for members and organizations: the author of an account is either a member or an organization. */
export function linkedinConnector(
  http: PlatformHttp,
  clock: Clock,
  configuration: LinkedInConfiguration,
  cards: LinkCards,
  pause: Pause = realPause,
) {
  const oauth = linkedinApp(http, clock, configuration);
  const { linkedinVersion, linkedinAppId } = configuration.platformApps;
  const client = new LinkedInClient(http, oauth.app.apiUrl, linkedinVersion);
  const assets = new LinkedInAssets(client, pause);
  const refresh = (stored: JsonObject) => renewCredentials(oauth, stored);
  const as: AsAccount<LinkedInSession> = async (access, work) => {
    const { refreshToken } = oauthCredentials(await access.credentials());
    const renewal = { access, refresh: refreshToken === null ? undefined : refresh, now: () => clock.now() };
    return withToken(renewal, (_, stored) => work(sessionOf(stored)));
  };
  const calls = new AccountCalls(as, OUTCOMES, clock, isMissing);
  const publishedAs = (urn: string) => published(urn, postPage(configuration, urn));
  const outcomeOfFound = ({ state, urn }: LinkedInOwnPost, own: LinkedInRefs | null): LookUpOutcome => {
    switch (state) {
      case 'PUBLISH_REQUESTED':
        return { kind: 'pending' };
      case 'PUBLISH_FAILED':
        return failedWith(own);
      default:
        return publishedAs(urn);
    }
  };
  /** An earlier attempt sent the same request, and the error message contains the URN of the resulting post. */
  const duplicateOf = async (access: AccountAccess, words: string | null): Promise<CallOutcome> => {
    const [urn] = POST_URN.exec(words ?? '') ?? [];
    if (urn === undefined) return refused('duplicate', words, false);
    try {
      // LinkedIn has named posts that do not exist (github.com/ComposioHQ/composio/issues/2710).
      const isShown = await as(
        access,
        async (session) => !mayReadPosts(session) || (await postAt(client, session, urn)) !== null,
      );
      if (!isShown) return refused('duplicate', words, false);
    } catch (error) {
      // A token that may not read the post proves nothing, like the token of a member.
      if (!isDenied(error)) return unknown('server-error', OUTCOMES.stepOutcome(error, clock.now()).words);
    }
    // If another publication with the same text claimed the post, the post is not ours.
    return (await access.claim(urn)) ? publishedAs(urn) : refused('rejected', words, false);
  };
  return {
    platform: 'linkedin',
    descriptor: LINKEDIN,
    /**
     * Apps cannot read posts of members, so a look-up never proves that such a post is missing. For such a post, only a person can request a repeat.
     */
    repeatRule: 'after-negative-look-up',
    budgets: LINKEDIN_BUDGETS,
    comments: linkedinComments(client, as, clock, configuration),
    metrics: linkedinMetrics(client, calls),
    subscriptions: linkedinSubscriptions(client, as, clock, linkedinAppId),
    refresh,
    /** One consent gives access to the member and all organizations. Revoking the token would disconnect all of them. */
    disconnect: () => Promise.resolve(false),
    readLimits: () => Promise.resolve(null),

    async readiness(access, scheduledFor) {
      const { refreshToken, expiresAt } = oauthCredentials(await access.credentials());
      const lastsLongEnough =
        expiresAt === null || Date.parse(expiresAt) >= Date.parse(scheduledFor) + SPARE_MS;
      return refreshToken !== null || lastsLongEnough ? [] : [checkSaid('permission-ends', {})];
    },

    prepare(access, publication, refs, save, signal) {
      const preparation = new LinkedInPreparation(
        { assets, cards, clock },
        { access, publication, save, signal },
      );
      const before = refsOf(refs, publication.contentHash);
      return calls.step(access, (session) => preparation.finish(session, before));
    },

    async call(access, publication, refs, signal) {
      const own = refsOf(refs, publication.contentHash);
      if (own?.assets.length !== publication.media.length) return refused('not-prepared', null, true);
      try {
        return await as(access, async (session): Promise<CallOutcome> => {
          const { headers } = await client.send({
            token: session.token,
            method: 'POST',
            path: '/rest/posts',
            json: postBody(session.author, publication, own),
            request: { signal, timeoutMs: CALL_MS, newConnection: true },
          });
          const urn = urnIn(headers);
          if (urn === null) return unknown('unreadable', 'LinkedIn answered and named no post.');
          // LinkedIn may still drop a post because of its files. So if the token may read posts, a look-up checks this post later.
          const isCheckedLater = hasFiles(own) && mayReadPosts(session);
          return isCheckedLater ? { kind: 'accepted', handle: urn } : publishedAs(urn);
        });
      } catch (error) {
        const outcome = OUTCOMES.callOutcome(error, clock.now());
        if (error instanceof LinkedInError && isDuplicate(error)) {
          if (own.repeats === true) return duplicateOf(access, error.platformMessage);
          // No earlier call made this duplicate, so the next call is no repetition either.
          const refusal = refused('duplicate', error.platformMessage, false);
          return withNewRefs(refusal, { ...own, ready: false });
        }
        if (own.card) return withoutRefusedCard(outcome, own);
        const lacksBytes = error instanceof LinkedInError && isWithoutBytes(error);
        if (lacksBytes && own.assets.some(({ doubtful }) => doubtful))
          return withNewRefs(refused('media-lost', error.platformMessage, true), { ...own, lost: true });
        const isLost = error instanceof LinkedInError && isMediaFailure(error);
        return isLost && own.assets.length > 0 ? withNewRefs(outcome, { ...own, lost: true }) : outcome;
      }
    },

    async lookUp(access, publication, refs, attemptStartedAt) {
      const handle = textOf(refs['handle']);
      const own = refsOf(refs, publication.contentHash);
      try {
        return await as(access, async (session): Promise<LookUpOutcome> => {
          if (handle !== null) {
            const post =
              (await postAt(client, session, handle)) ??
              (await listedPost(client, session, { urn: handle, attemptStartedAt }));
            if (post) return outcomeOfFound(post, own);
            const since = clock.now().getTime() - Date.parse(attemptStartedAt);
            return { kind: since < DROPPED_AFTER_MS ? 'pending' : 'absent' };
          }
          // References are stored before the first call. So without references, there was no call.
          if (!own) return { kind: 'absent' };
          if (!mayReadPosts(session)) return { kind: 'cannot-tell' };
          const expected = {
            text: publication.text,
            assets: own.assets.map(({ urn }) => urn),
            attemptStartedAt,
          };
          const search = await ownPosts(client, session, expected);
          const post = await firstClaimed(access, search, ({ urn }) => urn);
          return post ? outcomeOfFound(post, own) : { kind: 'absent' };
        });
      } catch (error) {
        // This token may not read the post. If LinkedIn accepted the post earlier, that response counts.
        if (isDenied(error)) return handle === null ? { kind: 'cannot-tell' } : publishedAs(handle);
        return lookUpFailed(OUTCOMES.stepOutcome(error, clock.now()));
      }
    },

    deletePost(access, { remoteId }, signal) {
      const path = `/rest/posts/${encodeURIComponent(remoteId)}`;
      const call = { method: 'DELETE', path, restliMethod: 'DELETE', request: { signal } } as const;
      return calls.delete(access, ({ token }) => client.send({ token, ...call }));
    },
  } satisfies Connector;
}

const isMissing = (error: unknown): boolean =>
  error instanceof LinkedInError && error.isFromPlatform && error.status === 404;

const hasFiles = ({ assets, thumbnail = null }: LinkedInRefs): boolean =>
  assets.length > 0 || thumbnail !== null;

function failedWith(own: LinkedInRefs | null): LookUpOutcome {
  const failed = refused('media-rejected', null, true);
  if (own?.card) return withNewRefs(failed, withoutCard(own));
  return own && own.assets.length > 0 ? withNewRefs(failed, { ...own, lost: true }) : failed;
}

/** After a refusal of the content, drops the link card and retries. If the card was not the reason, the next call shows this. */
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

/** The URN of the new post, from the header. Rest.li may percent-encode it. */
function urnIn({ 'x-restli-id': id = '' }: Readonly<Record<string, string>>): string | null {
  const urn = id.replaceAll(/%3A/giu, ':');
  return urn === '' ? null : urn;
}
