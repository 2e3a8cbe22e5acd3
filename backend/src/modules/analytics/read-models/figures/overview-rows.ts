import {
  ANALYTICS,
  type OverviewView,
  type ReplyTimeView,
} from '@posthorn/contracts/analytics/analytics.http';
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
/** A publication with known figures at 24 h. */
export type Engagement = Readonly<{
  postId: number;
  accountId: number;
  platform: Platform;
  publishedAt: string;
  sum: number;
}>;
export type ReplyTimes = ReplyTimeView & Readonly<{ by: 'manual' | 'ai' | 'own' | null; comments: number }>;

const columns = (columnOf: (metric: Metric) => string): string => metrics.map(columnOf).join(', ');
/** SQL: null if at least one of the three figures is null. */
const ENGAGEMENTS = '(likes + comments + shares)';
const SUMS = `count(*)::int as publications, count(coalesce(${metrics.join(', ')}))::int as measured,
  sum(${ENGAGEMENTS}) filter (where impressions is not null)::float8 as engagements,
  sum(impressions) filter (where ${ENGAGEMENTS} is not null)::float8 as "engagedImpressions",
  count(impressions + ${ENGAGEMENTS})::int as engaged,
  ${columns((metric) => `sum(${metric})::float8 as ${metric}, count(${metric})::int as "${metric}Count"`)}`;
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
   * Sums by day, of all platforms except `apart`, and sums by platform.
   * @param borders of the days, as in `Period`
   * @param step age in minutes; null: the newest figures
   */
  async sums(
    filter: PublicationFilter,
    borders: readonly string[],
    step: number | null,
    apart: readonly Platform[],
  ): Promise<Readonly<{ days: readonly DayGroup[]; platforms: readonly PlatformGroup[] }>> {
    const [from, milestones] =
      step === null ? ['p', ''] : ['f', `left join ${MILESTONES_VIEW} f on f.post_id = p.post_id`];
    const { rows } = await this.pool.query<Record<string, number | null> & { platform: Platform | null }>({
      text: `with seen as materialized (
          select width_bucket(p.published_at, $4::timestamptz[]) - 1 as day, p.platform,
            ${columns((metric) => `${from}.${metric}`)}
          from ${PUBLICATIONS_VIEW} p ${milestones} ${step === null ? '' : 'and f.account_id = p.account_id and f.step = $6'}
          where ${MATCHES} and p.published_at >= ($4::timestamptz[])[1] and p.published_at < ($4::timestamptz[])[cardinality($4::timestamptz[])]
        )
        select day, null as platform, ${SUMS} from seen where platform <> all($5::text[]) group by day
        union all select null, platform, ${SUMS} from seen group by platform
        order by 1, 2`,
      values: [...filterValues(filter), borders, apart, ...(step === null ? [] : [step])],
    });
    const groups = rows.map((row) => ({
      day: row['day'] ?? 0,
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
    }));
    return {
      days: groups.filter(({ platform }) => platform === null),
      platforms: groups.flatMap(({ platform, ...group }) =>
        platform === null ? [] : [{ platform, ...group }],
      ),
    };
  }

  /**
   * The posts with the most likes, comments and shares together. Posts without any of these figures are left out.
   * @param step age in minutes; null: the newest figures
   */
  async topPosts(
    filter: PublicationFilter,
    borders: readonly string[],
    step: number | null,
    apart: readonly Platform[],
  ): Promise<readonly TopPost[]> {
    const [from, milestones] =
      step === null
        ? ['p', '']
        : [
            'f',
            `left join ${MILESTONES_VIEW} f on f.post_id = p.post_id and f.account_id = p.account_id and f.step = $8`,
          ];
    const { rows } = await this.pool.query<TopPost>({
      text: `select p.post_id::float8 as "postId",
          sum(coalesce(${from}.likes, 0) + coalesce(${from}.comments, 0) + coalesce(${from}.shares, 0))::float8 as engagements,
          count(coalesce(${from}.likes, ${from}.comments, ${from}.shares))::int as of, count(*)::int as total
        from ${PUBLICATIONS_VIEW} p ${milestones}
        where ${MATCHES} and p.published_at >= $4 and p.published_at < $5 and p.platform <> all($6::text[])
        group by p.post_id having count(coalesce(${from}.likes, ${from}.comments, ${from}.shares)) > 0
        order by 2 desc, 1 desc limit $7`,
      values: [
        ...filterValues(filter),
        borders[0],
        borders.at(-1),
        apart,
        ANALYTICS.topPosts,
        ...(step === null ? [] : [step]),
      ],
    });
    return rows;
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
    filter: PublicationFilter,
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
          where owner_id = $1 and ($2::text is null or platform = $2) and ($3::bigint is null or account_id = $3)
            and platform <> all($6) and created_at >= $4 and created_at < $5
            and (answered_at is not null or not is_away)
        ) r group by 1`,
      values: [...filterValues(filter), from, to, without],
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

const byMetric = <Value>(of: (metric: Metric) => Value): Readonly<Record<Metric, Value>> =>
  Object.fromEntries(metrics.map((metric) => [metric, of(metric)])) as Record<Metric, Value>;
