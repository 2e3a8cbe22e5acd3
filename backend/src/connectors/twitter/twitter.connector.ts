import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import { optionValue } from '@posthorn/contracts/integrations/option-values';
import { DAY_SECONDS } from '@posthorn/contracts/shared/durations';
import type { Clock } from '#infrastructure/clock.ts';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import { isSandboxHost } from '#infrastructure/outgoing/outgoing-route.ts';
import type { Budget } from '../contract/budget.ts';
import type { Connector } from '../contract/connector.ts';
import type { CallOutcome, DeleteOutcome, LookUpOutcome, PrepareOutcome } from '../contract/outcome.ts';
import { MediaUnusable } from '../kit/images.ts';
import { at, idIn } from '../kit/json.ts';
import { AccountCalls } from '../kit/account-calls.ts';
import { asAccount } from '../kit/as-account.ts';
import { postponed, published, refused, refusedMedia, unknown, withNewRefs } from '../kit/outcomes.ts';
import { firstClaimed } from '../kit/own-post-search.ts';
import type { PlatformHttp } from '../kit/platform-http.ts';
import { realPause, type Pause } from '../kit/retry-with-backoff.ts';
import type { OutgoingPublication } from '../contract/publication.ts';
import { TwitterClient, TwitterError } from './client/client.ts';
import { twitterComments } from './comments/comments.ts';
import { TWITTER, EVERYONE, MADE_WITH_AI, PAID_PARTNERSHIP, REPLY_SETTINGS } from './limits.ts';
import { isMissing, missesMedia, OUTCOMES, READ_OUTCOMES } from './errors.ts';
import { TwitterMedia } from './media.ts';
import { twitterMetrics } from './metrics.ts';
import { ownPosts } from './look-up/own-posts.ts';
import { permalinkOf, type PermalinkConfiguration } from './look-up/permalink.ts';
import { refsOf, type TwitterRefs } from './publish/refs.ts';
import { renewCredentials, revokeTokens, sessionOf, twitterApp } from './tokens.ts';
import { twitterSubscriptions } from './webhooks/subscriptions.ts';

/** The body of `POST /2/tweets`. */
function tweetBody(publication: OutgoingPublication, { files }: TwitterRefs): JsonValue {
  const { text } = publication;
  const replies = optionValue(REPLY_SETTINGS, publication);
  return {
    ...(text !== '' && { text }),
    ...(files.length > 0 && { media: { media_ids: files.map(({ id }) => id) } }),
    ...(typeof replies === 'string' && replies !== EVERYONE && { reply_settings: replies }),
    ...(optionValue(PAID_PARTNERSHIP, publication) === true && { paid_partnership: true }),
    ...(optionValue(MADE_WITH_AI, publication) === true && { made_with_ai: true }),
  };
}

const QUARTER_HOUR = 900;

/** docs.x.com `x-api/fundamentals/rate-limits`, confirmed 2026-08-22: `POST /2/tweets`. */
const TWITTER_BUDGETS: readonly Budget[] = [
  { name: 'quarter-hour', scope: 'account', capacity: 100, perSeconds: QUARTER_HOUR },
  { name: 'day', scope: 'app', capacity: 10_000, perSeconds: DAY_SECONDS },
];

const CALL_MS = 30_000;

type TwitterConfiguration = PermalinkConfiguration & Pick<Configuration, 'xDailyBudgetUsd'>;

/** X, through its API v2. The preparation uploads files in pieces; then one call publishes the post. */
export function twitterConnector(
  http: PlatformHttp,
  clock: Clock,
  configuration: TwitterConfiguration,
  pause: Pause = realPause,
) {
  const oauth = twitterApp(http, clock, configuration);
  const client = new TwitterClient(http, oauth.app.apiUrl);
  const files = new TwitterMedia(client, pause);
  const refresh = (stored: JsonObject) => renewCredentials(oauth, stored);
  const as = asAccount(sessionOf, refresh, clock);
  const calls = new AccountCalls(as, OUTCOMES, clock, isMissing);
  const reads = new AccountCalls(as, READ_OUTCOMES, clock);
  const isCharged = !isSandboxHost(new URL(oauth.app.apiUrl).hostname);
  return {
    platform: 'twitter',
    descriptor: TWITTER,
    /** X accepts no idempotency key. X usually refuses the same text twice, but not reliably. */
    repeatRule: 'after-negative-look-up',
    budgets: TWITTER_BUDGETS,
    comments: twitterComments({ client, configuration, clock, reads }, as),
    metrics: twitterMetrics(client, reads),
    subscriptions: twitterSubscriptions(client, as, clock, {
      bearer: configuration.platformApps.xBearerToken,
      isAffordable: !isCharged || configuration.xDailyBudgetUsd > 0,
    }),
    refresh,

    async disconnect(credentials) {
      await revokeTokens(oauth, client.base, credentials);
      return true;
    },

    /**
     * Only the length of texts depends on the subscription. Reading the subscription costs money, so Posthorn reads it only when
     * the account is connected.
     */
    readLimits({ limits: { text } }) {
      const { limits } = TWITTER;
      return Promise.resolve({ ...limits, text: { ...limits.text, max: text.max } });
    },

    async prepare(access, { contentHash, media }, refs, save, signal) {
      let own = reusable(refsOf(refs, contentHash), contentHash, clock.now());
      try {
        return await as(access, async ({ token }): Promise<PrepareOutcome> => {
          const uploader = { token, signal, now: () => clock.now() };
          for (const item of media.slice(own.files.length)) {
            const file = await files.upload(uploader, item, access.limits.media);
            own = { ...own, files: [...own.files, file] };
            await save(own);
          }
          const nextCheck = await files.readyAt(uploader, own.files);
          return nextCheck ? postponed('processing', null, nextCheck) : { kind: 'prepared', refs: own };
        });
      } catch (error) {
        if (error instanceof MediaUnusable) {
          if (own.files.length > 0) await save({ ...own, lost: true });
          return refusedMedia(error);
        }
        // In these requests, every id belongs to a file. So 404 means that a file is missing.
        if (
          error instanceof TwitterError &&
          error.isFromPlatform &&
          (missesMedia(error) || error.status === 404)
        ) {
          if (own.files.length > 0) await save({ ...own, lost: true });
          return refused('media-lost', error.platformMessage, own.anew !== true);
        }
        return OUTCOMES.stepOutcome(error, clock.now());
      }
    },

    async call(access, publication, refs, signal) {
      const own = refsOf(refs, publication.contentHash);
      if (own?.files.length !== publication.media.length) return refused('not-prepared', null, true);
      try {
        const outcome = await as(access, async ({ token, username }): Promise<CallOutcome> => {
          const request = { signal, timeoutMs: CALL_MS, newConnection: true };
          const json = tweetBody(publication, own);
          const { body } = await client.send({ token, method: 'POST', path: '/2/tweets', json, request });
          const id = idIn(at(body, 'data', 'id'));
          if (id === null) return unknown('unreadable', 'X answered and named no post.');
          return published(id, permalinkOf(configuration, username, id));
        });
        if (outcome.kind !== 'published') return outcome;
        // During this call, the look-up of another publication with the same text may have claimed our post. In this case, this publication is sent
        // again. If the claim cannot be stored, X's response counts.
        const isOurs = await access.claim(outcome.remoteId).catch(() => true);
        return isOurs ? outcome : refused('not-there', null, true);
      } catch (error) {
        if (!(error instanceof TwitterError && missesMedia(error)))
          return OUTCOMES.callOutcome(error, clock.now());
        return withNewRefs(refused('media-lost', error.platformMessage, own.anew !== true), {
          ...own,
          lost: true,
        });
      }
    },

    lookUp(access, { text, media, contentHash }, refs, attemptStartedAt) {
      const fileIds = (refsOf(refs, contentHash)?.files ?? []).map(({ id }) => id);
      const expected = { text, fileIds, files: media.length, attemptStartedAt };
      return calls.lookUp(access, async (session): Promise<LookUpOutcome> => {
        const search = await ownPosts(client, session, expected);
        const id = await firstClaimed(access, search, (own) => own);
        if (id === null) return { kind: search.isDoubtful ? 'cannot-tell' : 'absent' };
        return published(id, permalinkOf(configuration, session.username, id));
      });
    },

    deletePost(access, { remoteId }, signal) {
      const path = `/2/tweets/${encodeURIComponent(remoteId)}`;
      const request = { signal, timeoutMs: CALL_MS };
      const remove = async (token: string): Promise<DeleteOutcome> => {
        const { body } = await client.send({ token, method: 'DELETE', path, request });
        if (at(body, 'data', 'deleted') === true) return { kind: 'deleted' };
        return unknown('unreadable', 'X answered and did not say that the post is deleted.');
      };
      return calls.call(access, ({ token }) => remove(token), { kind: 'deleted' });
    },
  } satisfies Connector;
}

function reusable(known: TwitterRefs | null, contentHash: string, now: Date): TwitterRefs {
  const own = { contentHash, files: [] };
  if (!known || known.files.length === 0) return known ?? own;
  if (known.lost) return { ...own, anew: true };
  return known.files.every(({ until }) => Date.parse(until) > now.getTime()) ? known : own;
}
