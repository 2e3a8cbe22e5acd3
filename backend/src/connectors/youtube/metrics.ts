import type { MissingReason } from '@posthorn/contracts/shared/metrics';
import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import { DAY_MINUTES, HOUR_MINUTES } from '@posthorn/contracts/shared/durations';
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

/** Ages of a video in minutes, at which Posthorn reads its figures. */
const FIRST_DAY = [
  10,
  30,
  HOUR_MINUTES,
  2 * HOUR_MINUTES,
  4 * HOUR_MINUTES,
  8 * HOUR_MINUTES,
  12 * HOUR_MINUTES,
  DAY_MINUTES,
];
const FIRST_MONTH = [2, 3, 4, 5, 6, 7, 10, 14, 21, 30].map((day) => day * DAY_MINUTES);

/**
 * Figures of videos: views, likes and comments from the Data API, shares from reports of the YouTube Analytics API. Reports count
 * whole days and are some days late, so Posthorn requests no report in the first day. After the first day, Posthorn reads a video
 * at most once a day. YouTube does not document how many reports are allowed. Reports use no units of the Data API
 * (developers.google.com/youtube/v3/determine_quota_cost lists none).
 * @param reportsUrl of the YouTube Analytics API
 */
export const youtubeMetrics = (
  client: YouTubeClient,
  calls: AccountCalls<string>,
  clock: Clock,
  reportsUrl: string,
): MetricsConnector => ({
  /** developers.google.com/youtube/terms/developer-policies: within 30 days, statistics must be read again or deleted. */
  keepDays: 30,
  /** The same developer policies: YouTube's figures may not be combined with those of other platforms. */
  apart: true,
  // Figures of up to a tenth of `keepDays` end together, so some end after 27 days.
  paceOf: () => ({
    batch: VIDEOS_PER_CALL,
    ladder: { ages: [...FIRST_DAY, ...FIRST_MONTH], every: 26 * DAY_MINUTES },
  }),
  read: async (access, posts, signal) => {
    const isPermitted = mayReadReports(await access.credentials());
    return calls.snapshots(access, async (token) => {
      const reader = { client, token, signal };
      const statistics = await snapshotsOf(reader, posts);
      if (!isPermitted) return withShares(statistics, 'not-permitted');
      const now = clock.now();
      const lastPublished = now.getTime() - DAY_MINUTES * 60_000;
      const reported = posts.filter(
        ({ remoteId, publishedAt }) =>
          isSnapshot(statistics.get(remoteId)) && Date.parse(publishedAt) <= lastPublished,
      );
      const shares = await sharesOf({ ...reader, address: reportsUrl, now }, idsOf(reported));
      return withShares(statistics, 'too-early', shares);
    });
  },
});

/** Adds the shares to each snapshot. `otherwise`: the reason for videos that are missing in `shares`. */
const withShares = (
  statistics: Snapshots,
  otherwise: MissingReason,
  shares: ReadonlyMap<string, MetricsSnapshot> = new Map(),
): Snapshots =>
  new Map(
    [...statistics].map(([id, snapshot]) => [
      id,
      isSnapshot(snapshot)
        ? joinSnapshots([snapshot, shares.get(id) ?? snapshotWithout(['shares'], otherwise)])
        : snapshot,
    ]),
  );

const isSnapshot = (snapshot: MetricsSnapshot | 'gone' | undefined): snapshot is MetricsSnapshot =>
  snapshot !== undefined && snapshot !== 'gone';

/**
 * Reads the statistics. A video that is missing in the public list may be private. A video is gone only if its own channel cannot
 * read it either.
 */
async function snapshotsOf(reader: YouTubeCommentReader, posts: readonly MeasuredPost[]): Promise<Snapshots> {
  const statistics = snapshotsIn(posts, await statisticsOf(reader, idsOf(posts)));
  const unlisted = posts.filter(({ remoteId }) => statistics.get(remoteId) === 'gone');
  if (unlisted.length === 0) return statistics;
  const own = snapshotsIn(unlisted, await ownStatisticsOf(reader, idsOf(unlisted)));
  return new Map([...[...statistics].filter(([, snapshot]) => snapshot !== 'gone'), ...own]);
}

const idsOf = (posts: readonly MeasuredPost[]): readonly string[] => posts.map(({ remoteId }) => remoteId);

const snapshotsIn = (posts: readonly MeasuredPost[], videos: JsonValue | undefined): Snapshots =>
  snapshotsOfList(posts, videos, ({ id }) => idIn(id), snapshotFrom);

const snapshotFrom = ({ statistics }: JsonObject): MetricsSnapshot =>
  snapshotOf({
    likes: { source: 'likeCount', counted: at(statistics, 'likeCount'), absent: 'hidden' },
    // Comments can be disabled for a video. They are always disabled for a video that is made for kids.
    comments: { source: 'commentCount', counted: at(statistics, 'commentCount'), absent: 'hidden' },
    // Since this day, YouTube counts a view from the first frame.
    views: { source: 'viewCount@2026-08-27', counted: at(statistics, 'viewCount') },
  });
