import type { MissingReason } from '@posthorn/contracts/shared/metrics';
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
import { joined, lookOf, lookWithout } from '../metrics/look.ts';
import { looksOfList } from '../metrics/looks-of-list.ts';
import type { YouTubeClient } from './client.ts';
import { COUNTED_AT_ONCE, ownStatisticsOf, statisticsOf, type Reader } from './comments/listing.ts';
import { stepOutcome } from './errors.ts';
import { mayReadReports, sharesOf } from './shares.ts';

type Looks = ReadonlyMap<string, Look | 'gone'>;

const HOUR = 60;
const DAY = 24 * HOUR;
const FIRST_DAY = [10, 30, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR, DAY];
const FIRST_MONTH = [2, 3, 4, 5, 6, 7, 10, 14, 21, 30].map((day) => day * DAY);

/**
 * What YouTube counts of any video that is not private; plays, no displays. Shares are in reports of another interface, which count
 * whole days and are days late: videos of the first day are not asked about there. After it the steps are a day apart, so that a video is
 * in one report a day, beside all that are looked at with it. How many reports the interface gives is not documented; they take nothing
 * of the Data API's units (developers.google.com/youtube/v3/determine_quota_cost lists none).
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
    /** Of the YouTube Analytics API. */
    private readonly reportsUrl: string,
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
      const isPermitted = mayReadReports(await access.credentials());
      const looks = await this.as(access, async (token) => {
        const reader = { client: this.client, token, signal };
        const seen = await looksAt(reader, posts);
        return isPermitted ? this.#withShares(reader, posts, seen) : withShares(seen, 'not-permitted');
      });
      return { kind: 'read', looks };
    } catch (error) {
      return stepOutcome(error, this.clock.now());
    }
  }

  async #withShares(reader: Reader, posts: readonly MeasuredPost[], seen: Looks): Promise<Looks> {
    const now = this.clock.now();
    const lastPublished = now.getTime() - DAY * 60_000;
    const reported = posts.filter(
      ({ remoteId, publishedAt }) => isLook(seen.get(remoteId)) && Date.parse(publishedAt) <= lastPublished,
    );
    const shares = await sharesOf({ ...reader, address: this.reportsUrl, now }, idsOf(reported));
    return withShares(seen, 'too-early', shares);
  }
}

/** `otherwise`: why those have none that `shares` tells nothing of. */
const withShares = (
  seen: Looks,
  otherwise: MissingReason,
  shares: ReadonlyMap<string, Look> = new Map(),
): Looks =>
  new Map(
    [...seen].map(([id, look]) => [
      id,
      isLook(look) ? joined([look, shares.get(id) ?? lookWithout(['shares'], otherwise)]) : look,
    ]),
  );

const isLook = (look: Look | 'gone' | undefined): look is Look => look !== undefined && look !== 'gone';

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
