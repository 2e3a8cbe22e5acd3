import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import { DAY_MINUTES } from '@posthorn/contracts/shared/durations';
import type { MetricsSnapshot, MeasuredPost, MetricsConnector } from '../contract/metrics.ts';
import { at, idIn, listOf } from '../kit/json.ts';
import type { AccountCalls } from '../kit/account-calls.ts';
import { snapshotOf } from '../kit/metrics/snapshot.ts';
import type { TwitterClient } from './client/client.ts';
import { saysGone } from './errors.ts';
import { askByEitherName } from './client/field-names.ts';
import { POST_USD } from './limits.ts';
import type { TwitterSession } from './tokens.ts';

const READ_MS = 20_000;
/** Only public figures: `non_public_metrics` end after 30 days, and one older post makes the whole request fail. */
const FIELDS = { first: 'public_metrics', newer: 'public_metrics' };
/** X renames this count. */
const REPOSTS = ['retweet_count', 'repost_count'] as const;

/** The public figures of a post. X charges for each returned post, so Posthorn reads each post only three times. */
export const twitterMetrics = (
  client: TwitterClient,
  reads: AccountCalls<TwitterSession>,
): MetricsConnector => ({
  costUsd: POST_USD,
  paceOf: () => ({ batch: 100, ladder: { ages: [DAY_MINUTES, 7 * DAY_MINUTES, 30 * DAY_MINUTES] } }),
  read: (access, posts, signal) =>
    reads.step(access, async ({ token }) => {
      const query = { ids: posts.map(({ remoteId }) => remoteId).join(',') };
      const call = { token, path: '/2/tweets', query, request: { signal, timeoutMs: READ_MS } };
      const { body } = await askByEitherName(client, call, FIELDS);
      const costUsd = listOf(body['data']).length * POST_USD;
      return { kind: 'read', snapshots: snapshotsIn(body, posts), costUsd };
    }),
});

function snapshotsIn(
  body: JsonObject,
  posts: readonly MeasuredPost[],
): ReadonlyMap<string, MetricsSnapshot | 'gone'> {
  const snapshots = new Map<string, MetricsSnapshot | 'gone'>();
  const returned = new Map(listOf(body['data']).flatMap((post) => idsOf(post).map((id) => [id, post])));
  const gone = new Set(
    listOf(body['errors'])
      .filter(saysGone)
      .map((problem) => idIn(at(problem, 'resource_id'))),
  );
  for (const { remoteId } of posts) {
    const post = returned.get(remoteId);
    if (post !== undefined) snapshots.set(remoteId, snapshotFrom(at(post, 'public_metrics')));
    else if (gone.has(remoteId)) snapshots.set(remoteId, 'gone');
  }
  return snapshots;
}

/** All ids of a post: for the id of an earlier version of an edited post, X returns the last version. */
const idsOf = (post: JsonValue): readonly string[] =>
  [...listOf(at(post, 'edit_history_tweet_ids')), at(post, 'id')].flatMap((id) => idIn(id) ?? []);

function snapshotFrom(counts: JsonValue | undefined): MetricsSnapshot {
  const [reposts = 'retweet_count'] = REPOSTS.filter((name) => at(counts, name) !== undefined);
  const quotes = { source: 'quote_count', counted: at(counts, 'quote_count') };
  return snapshotOf({
    likes: { source: 'like_count', counted: at(counts, 'like_count') },
    comments: { source: 'reply_count', counted: at(counts, 'reply_count') },
    shares: { source: `${reposts} + quote_count`, added: [at(counts, reposts), quotes.counted] },
    quotes,
    impressions: { source: 'impression_count', counted: at(counts, 'impression_count') },
  });
}
