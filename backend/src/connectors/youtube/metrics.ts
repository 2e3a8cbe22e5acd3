import type { MissingReason } from '@posthorn/contracts/shared/metrics';
import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { MetricsSnapshot, MeasuredPost, MetricsConnector } from '../contract/metrics.ts';
import { at, idIn } from '../kit/json.ts';
import type { AccountCalls } from '../kit/account-calls.ts';
import { joinSnapshots, snapshotOf, snapshotWithout } from '../kit/metrics/snapshot.ts';
import { snapshotsOfList } from '../kit/metrics/snapshots-of-list.ts';
import type { YouTubeClient } from './client/client.ts';
import {
  VIDEOS_PER_CALL,
  ownStatisticsOf,
  statisticsOf,
  type YouTubeCommentReader,
} from './comments/listing.ts';
import { mayReadReports, sharesOf } from './publish/shares.ts';

type Snapshots = ReadonlyMap<string, MetricsSnapshot | 'gone'>;

const HOUR = 60;
const DAY = 24 * HOUR;
const FIRST_DAY = [10, 30, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR, DAY];
const FIRST_MONTH = [2, 3, 4, 5, 6, 7, 10, 14, 21, 30].map((day) => day * DAY);

/**
 * YouTube's figures of any video that is not private; plays, no impressions. Shares are in reports of another API, which count whole
 * days and are days late, so videos of the first day are not requested there. Later steps are a day apart: a video is in one report a
 * day, together with all videos of that step. The number of reports that the API allows is not documented. They use no units of the
 * Data API (developers.google.com/youtube/v3/determine_quota_cost lists none).
 * @param reportsUrl of the YouTube Analytics API
 */
export const youtubeMetrics = (
  client: YouTubeClient,
  calls: AccountCalls<string>,
  clock: Clock,
  reportsUrl: string,
): MetricsConnector => ({
  /** developers.google.com/youtube/terms/developer-policies: statistics must be read again or deleted within 30 days. */
  keepDays: 30,
  /** The same page: no figure may combine YouTube's with those of others. */
  apart: true,
  paceOf: () => ({
    batch: VIDEOS_PER_CALL,
    ladder: { ages: [...FIRST_DAY, ...FIRST_MONTH], every: 28 * DAY },
  }),
  read: async (access, posts, signal) => {
    const isPermitted = mayReadReports(await access.credentials());
    return calls.snapshots(access, async (token) => {
      const reader = { client, token, signal };
      const seen = await snapshotsAt(reader, posts);
      if (!isPermitted) return withShares(seen, 'not-permitted');
      const now = clock.now();
      const lastPublished = now.getTime() - DAY * 60_000;
      const reported = posts.filter(
        ({ remoteId, publishedAt }) => isLook(seen.get(remoteId)) && Date.parse(publishedAt) <= lastPublished,
      );
      const shares = await sharesOf({ ...reader, address: reportsUrl, now }, idsOf(reported));
      return withShares(seen, 'too-early', shares);
    });
  },
});

/** `otherwise`: the reason for videos that `shares` has no number for. */
const withShares = (
  seen: Snapshots,
  otherwise: MissingReason,
  shares: ReadonlyMap<string, MetricsSnapshot> = new Map(),
): Snapshots =>
  new Map(
    [...seen].map(([id, look]) => [
      id,
      isLook(look) ? joinSnapshots([look, shares.get(id) ?? snapshotWithout(['shares'], otherwise)]) : look,
    ]),
  );

const isLook = (look: MetricsSnapshot | 'gone' | undefined): look is MetricsSnapshot =>
  look !== undefined && look !== 'gone';

/** A video that the list leaves out may be private. Only a video that its own channel cannot read either is gone. */
async function snapshotsAt(reader: YouTubeCommentReader, posts: readonly MeasuredPost[]): Promise<Snapshots> {
  const seen = snapshotsIn(posts, await statisticsOf(reader, idsOf(posts)));
  const left = posts.filter(({ remoteId }) => seen.get(remoteId) === 'gone');
  if (left.length === 0) return seen;
  const own = snapshotsIn(left, await ownStatisticsOf(reader, idsOf(left)));
  return new Map([...[...seen].filter(([, look]) => look !== 'gone'), ...own]);
}

const idsOf = (posts: readonly MeasuredPost[]): readonly string[] => posts.map(({ remoteId }) => remoteId);

const snapshotsIn = (posts: readonly MeasuredPost[], videos: JsonValue | undefined): Snapshots =>
  snapshotsOfList(posts, videos, ({ id }) => idIn(id), lookAt);

const lookAt = ({ statistics }: JsonObject): MetricsSnapshot =>
  snapshotOf({
    likes: { source: 'likeCount', counted: at(statistics, 'likeCount'), absent: 'hidden' },
    // Comments can be switched off for a video. They always are for a video made for kids.
    comments: { source: 'commentCount', counted: at(statistics, 'commentCount'), absent: 'hidden' },
    // Since that day a view counts from its first frame.
    views: { source: 'viewCount@2026-08-27', counted: at(statistics, 'viewCount') },
  });
