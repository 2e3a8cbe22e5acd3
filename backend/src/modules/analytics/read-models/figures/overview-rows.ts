import type { OverviewView, ReplyTimeView } from '@posthorn/contracts/analytics/analytics.http';
import { metrics, type Metric } from '@posthorn/contracts/shared/metrics';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { isoOf } from '#infrastructure/database/instants.ts';
import type { Group } from './sums.ts';
import { MILESTONES_VIEW, PUBLICATIONS_VIEW } from './figures.projection.ts';
import { REPLIES_VIEW } from '../replies/replies.projection.ts';
import { CLICK_HOURS_VIEW } from '../clicks/clicks.projection.ts';

/** Selects publications. Null: any. */
export type PublicationFilter = Readonly<{
  ownerId: string;
  platform: Platform | null;
  accountId: number | null;
}>;
/** Publications of one day. `day`: its index in the period. */
type DayGroup = Group & Readonly<{ day: number }>;
type PlatformGroup = Group & Readonly<{ platform: Platform }>;
type TopPost = OverviewView['topPosts'][number];
export type OverviewSums = Readonly<{
  days: readonly DayGroup[];
  platforms: readonly PlatformGroup[];
  topPosts: readonly TopPost[];
}>;
/** A publication with known figures at 24 h. */
export type Engagement = Readonly<{
  postId: number;
  accountId: number;
  platform: Platform;
  publishedAt: string;
  sum: number;
}>;
export type ReplyTimes = ReplyTimeView & Readonly<{ by: 'manual' | 'ai' | 'own' | null; comments: number }>;

const each = (text: (metric: Metric) => string): string => metrics.map(text).join(', ');
/** SQL: null if at least one of the three figures is null. */
const ENGAGEMENTS = '(likes + comments + shares)';
const SUMS = `count(*)::int as publications, count(captured_at)::int as measured,
  sum(${ENGAGEMENTS}) filter (where impressions is not null)::float8 as engagements,
  sum(impressions) filter (where ${ENGAGEMENTS} is not null)::float8 as "engagedImpressions",
  count(impressions + ${ENGAGEMENTS})::int as engaged,
  ${each((metric) => `sum(${metric})::float8 as ${metric}, count(${metric})::int as "${metric}Count"`)}`;
/** The columns of `SUMS`, all null. */
const NO_SUMS = `null::int, null::int, null::float8, null::float8, null::int, ${each(() => 'null::float8, null::int')}`;
const MATCHES = `p.owner_id = $1 and ($2::text is null or p.platform = $2) and ($3::bigint is null or p.account_id = $3)`;
/** SQL condition: a figure that the publication has now and lacked at 24 h. */
const MISSED = ['likes', 'comments', 'shares']
  .map((metric) => `(f.${metric} is null and p.${metric} is not null)`)
  .join(' or ');
const filterValues = ({ ownerId, platform, accountId }: PublicationFilter) => [ownerId, platform, accountId];

/** Sums over publications, computed by the database. */
@Injectable()
export class OverviewRows {
  constructor(private readonly pool: Pool) {}

  /**
   * Sums by day, of all platforms except `apart`, sums by platform, and the posts with the most likes, comments and shares together. One statement
   * reads each publication once. Posts without any of the three figures are left out, and so are posts on the platforms `apart`.
   * @param borders of the days, as in `Period`
   * @param step age in minutes; null: the newest figures
   * @param top the number of posts
   */
  async sums(
    filter: PublicationFilter,
    borders: readonly string[],
    step: number | null,
    apart: readonly Platform[],
    top = 0,
  ): Promise<OverviewSums> {
    const [from, milestones] =
      step === null
        ? ['p', '']
        : [
            'f',
            `left join ${MILESTONES_VIEW} f on f.post_id = p.post_id and f.account_id = p.account_id and f.step = $7`,
          ];
    const { rows } = await this.pool.query<SumsRow>({
      text: `with seen as materialized (
          select width_bucket(p.published_at, $4::timestamptz[]) - 1 as day, p.platform, p.post_id, ${from}.captured_at,
            ${each((metric) => `${from}.${metric}`)}
          from ${PUBLICATIONS_VIEW} p ${milestones}
          where ${MATCHES} and p.published_at >= ($4::timestamptz[])[1] and p.published_at < ($4::timestamptz[])[cardinality($4::timestamptz[])]
        ), top as (
          select post_id::float8 as "postId",
            sum(coalesce(likes, 0) + coalesce(comments, 0) + coalesce(shares, 0))::float8 as engagements,
            count(coalesce(likes, comments, shares))::int as of, count(*)::int as total
          from seen where platform <> all($5::text[]) group by post_id
          having count(coalesce(likes, comments, shares)) > 0 order by 2 desc, 1 desc limit $6
        )
        select day, null as platform, null as top, ${SUMS} from seen where platform <> all($5::text[]) group by day
        union all select null, platform, null, ${SUMS} from seen group by platform
        union all select null, null, json_agg(top order by top.engagements desc, top."postId" desc)::text, ${NO_SUMS} from top
        order by 1, 2`,
      values: [...filterValues(filter), borders, apart, top, ...(step === null ? [] : [step])],
    });
    const groups = rows.filter(({ day, platform }) => day !== null || platform !== null).map(groupOf);
    const posts = rows.find(({ top: found }) => found !== null)?.top;
    return {
      days: groups.filter(({ platform }) => platform === null),
      platforms: groups.flatMap(({ platform, ...group }) =>
        platform === null ? [] : [{ platform, ...group }],
      ),
      topPosts: posts ? (JSON.parse(posts) as readonly TopPost[]) : [],
    };
  }

  /** The time of the newest poll (ISO); null before the first poll. */
  async newestLook(filter: PublicationFilter): Promise<string | null> {
    const { rows } = await this.pool.query<{ at: string | null }>({
      name: 'analytics-newest-look',
      text: `select ${isoOf('max(p.captured_at)')} as at from ${PUBLICATIONS_VIEW} p where ${MATCHES}`,
      values: filterValues(filter),
    });
    return rows[0]?.at ?? null;
  }

  /**
   * Likes, comments and shares after a day, for publications since the given time. Leaves out publications without any of these figures.
   * Also leaves out a publication that lacked a figure after a day and has it now, because that figure would count as 0.
   */
  async engagementSince(filter: PublicationFilter, since: string): Promise<readonly Engagement[]> {
    const { rows } = await this.pool.query<Engagement>({
      name: 'analytics-engagement',
      text: `select p.post_id::float8 as "postId", p.account_id::float8 as "accountId", p.platform,
          ${isoOf('p.published_at')} as "publishedAt",
          (coalesce(f.likes, 0) + coalesce(f.comments, 0) + coalesce(f.shares, 0))::float8 as sum
        from ${PUBLICATIONS_VIEW} p join ${MILESTONES_VIEW} f using (post_id, account_id)
        where ${MATCHES} and p.published_at >= $4 and f.step = 1440 and coalesce(f.likes, f.comments, f.shares) is not null
          and not (${MISSED})
        order by p.published_at, p.post_id`,
      values: [...filterValues(filter), since],
    });
    return rows;
  }

  /** The time until the first reply to comments of a period, in seconds, by kind of reply. `by` null: comments without a reply. */
  async replyTimes(
    ownerId: string,
    platform: Platform | null,
    without: readonly Platform[],
    from: string,
    to: string,
  ): Promise<readonly ReplyTimes[]> {
    const { rows } = await this.pool.query<ReplyTimes>({
      name: 'analytics-reply-times',
      text: `select "by", count(*)::int as comments, count(wait)::int as answered,
          coalesce(percentile_cont(0.5) within group (order by wait), 0)::float8 as p50,
          coalesce(percentile_cont(0.9) within group (order by wait), 0)::float8 as p90,
          coalesce(avg((wait <= 3600)::int), 0)::float8 as "withinHour"
        from (
          select case when "by" = 'own' then 'manual' else "by" end as "by",
            greatest(extract(epoch from answered_at - created_at), 0) as wait
          from ${REPLIES_VIEW}
          where owner_id = $1 and ($2::text is null or platform = $2) and platform <> all($5) and created_at >= $3 and created_at < $4
            and (answered_at is not null or not is_away)
        ) r group by 1`,
      values: [ownerId, platform, from, to, without],
    });
    return rows;
  }

  /** Clicks on the link page by day, as `borders` defines the days. */
  async clicks(
    ownerId: string,
    borders: readonly string[],
  ): Promise<readonly Readonly<{ day: number; clicks: number; visitors: number }>[]> {
    const { rows } = await this.pool.query<{ day: number; clicks: number; visitors: number }>({
      name: 'analytics-clicks',
      text: `select width_bucket(hour, $2::timestamptz[]) - 1 as day, sum(clicks)::float8 as clicks, sum(visitors)::float8 as visitors
        from ${CLICK_HOURS_VIEW}
        where user_id = $1 and hour >= ($2::timestamptz[])[1] and hour < ($2::timestamptz[])[cardinality($2::timestamptz[])]
        group by 1 order by 1`,
      values: [ownerId, borders],
    });
    return rows;
  }
}

/** A row has a day, a platform, or the posts as JSON. */
type SumsRow = Readonly<Record<string, number | null>> &
  Readonly<{ day: number | null; platform: Platform | null; top: string | null }>;

const groupOf = (row: SumsRow): DayGroup & Readonly<{ platform: Platform | null }> => ({
  day: row.day ?? 0,
  platform: row.platform,
  publications: row['publications'] ?? 0,
  measured: row['measured'] ?? 0,
  sums: byMetric((metric) => row[metric] ?? null),
  counts: byMetric((metric) => row[`${metric}Count`] ?? 0),
  engaged: {
    engagements: row['engagements'] ?? 0,
    impressions: row['engagedImpressions'] ?? 0,
    of: row['engaged'] ?? 0,
  },
});

const byMetric = <Value>(of: (metric: Metric) => Value): Readonly<Record<Metric, Value>> =>
  Object.fromEntries(metrics.map((metric) => [metric, of(metric)])) as Record<Metric, Value>;
