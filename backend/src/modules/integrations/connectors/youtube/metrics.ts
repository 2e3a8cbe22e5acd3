import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { AsAccount } from '../comments/comment-calls.ts';
import type { AccountAccess } from '../contract/account-access.ts';
import type {
  Look,
  MeasuredPost,
  MetricsConnector,
  MetricsOutcome,
  MetricsPace,
} from '../contract/metrics.ts';
import { at, idIn } from '../json.ts';
import { lookOf } from '../metrics/look.ts';
import { looksOfList } from '../metrics/looks-of-list.ts';
import type { YouTubeClient } from './client.ts';
import { COUNTED_AT_ONCE, ownStatisticsOf, statisticsOf, type Reader } from './comments/listing.ts';
import { stepOutcome } from './errors.ts';

type Looks = ReadonlyMap<string, Look | 'gone'>;

const HOUR = 60;
const DAY = 24 * HOUR;
const FIRST_DAY = [10, 30, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR, DAY];
const FIRST_MONTH = [2, 3, 4, 5, 6, 7, 10, 14, 21, 30].map((day) => day * DAY);

/**
 * What YouTube counts of any video that is not private; plays, no displays. Shares are in reports of another interface, which are days
 * late.
 */
export class YouTubeMetrics implements MetricsConnector {
  /** developers.google.com/youtube/terms/developer-policies: statistics are read anew or deleted within 30 days. */
  readonly keepDays = 30;
  /** The same: no figure may be made of YouTube's and those of others. */
  readonly apart = true;

  constructor(
    private readonly client: YouTubeClient,
    private readonly clock: Clock,
    private readonly as: AsAccount<string>,
  ) {}

  paceOf(): MetricsPace {
    const ages = [...FIRST_DAY, ...FIRST_MONTH];
    return { batch: COUNTED_AT_ONCE, ladder: { ages, every: 28 * DAY } };
  }

  async read(
    access: AccountAccess,
    posts: readonly MeasuredPost[],
    signal: AbortSignal,
  ): Promise<MetricsOutcome> {
    try {
      const looks = await this.as(access, (token) => looksAt({ client: this.client, token, signal }, posts));
      return { kind: 'read', looks };
    } catch (error) {
      return stepOutcome(error, this.clock.now());
    }
  }
}

/** Videos that are left out may be private: only those that their own channel is not told of are gone. */
async function looksAt(reader: Reader, posts: readonly MeasuredPost[]): Promise<Looks> {
  const seen = looksIn(posts, await statisticsOf(reader, idsOf(posts)));
  const left = posts.filter(({ remoteId }) => seen.get(remoteId) === 'gone');
  if (left.length === 0) return seen;
  const own = looksIn(left, await ownStatisticsOf(reader, idsOf(left)));
  return new Map([...[...seen].filter(([, look]) => look !== 'gone'), ...own]);
}

const idsOf = (posts: readonly MeasuredPost[]): readonly string[] => posts.map(({ remoteId }) => remoteId);

const looksIn = (posts: readonly MeasuredPost[], videos: JsonValue | undefined): Looks =>
  looksOfList(posts, videos, ({ id }) => idIn(id), lookAt);

const lookAt = ({ statistics }: JsonObject): Look =>
  lookOf({
    likes: { source: 'likeCount', counted: at(statistics, 'likeCount'), absent: 'hidden' },
    // Comments can be switched off for a video, and are where it is made for kids.
    comments: { source: 'commentCount', counted: at(statistics, 'commentCount'), absent: 'hidden' },
    // Since that day a view counts from its first frame.
    views: { source: 'viewCount@2026-08-27', counted: at(statistics, 'viewCount') },
  });
