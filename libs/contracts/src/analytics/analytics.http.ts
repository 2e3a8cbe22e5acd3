import type { Age } from './analytics-words.ts';
import type { Call } from '../shared/call.ts';
import type { Metric, MissingReason } from '../shared/metrics.ts';
import type { Platform } from '../shared/platform.ts';

export { AGES, ANALYTICS, ANALYTICS_TEXT, type Age } from './analytics-words.ts';

/** Why measuring is paused. */
export const PAUSE_REASONS = ['reconnect', 'no-budget', 'budget', 'platform'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** Why measuring has ended. */
export const END_REASONS = ['gone', 'disconnected', 'complete'] as const;
export type EndReason = (typeof END_REASONS)[number];

/** Null: the metric is not available, and `missing` contains the reason. */
export type MetricNumbers = Readonly<Record<Metric, number | null>>;

/** The metrics of one published post on one account. All instants are ISO, UTC. */
export type PostMetricsView = MetricNumbers &
  Readonly<{
    accountId: number;
    platform: Platform;
    publishedAt: string;
    /** The platform's name of each metric. `@` and a day follow if the meaning of the metric changed on that day. */
    sources: Readonly<Partial<Record<Metric, string>>>;
    missing: Readonly<Partial<Record<Metric, MissingReason>>>;
    /** When these metrics were recorded; null: none yet. */
    capturedAt: string | null;
    /** The time of the last poll. The product does not record unchanged metrics again. */
    checkedAt: string | null;
    /** When the product asks the platform next; null: no poll is planned, or the time is unknown. */
    nextAt: string | null;
    paused: PauseReason | null;
    ended: EndReason | null;
    /** Metrics that were higher before, and when the fall was recorded. */
    fell: Readonly<Partial<Record<Metric, Readonly<{ was: number; at: string }>>>>;
    /** The platform's terms do not allow adding its metrics to the metrics of other platforms. */
    apart: boolean;
  }>;

export type FiguresOfPostView = Readonly<{ postId: number; targets: readonly PostMetricsView[] }>;

/** One recorded poll of a post. `ageMinutes`: age of the post at that time. */
export type LookView = Readonly<{
  accountId: number;
  platform: Platform;
  capturedAt: string;
  ageMinutes: number;
  values: MetricNumbers;
  sources: Readonly<Partial<Record<Metric, string>>>;
}>;

/** `asked`: a poll is due now. `recent`: the platform was polled, or a poll was requested, a short while ago. */
export type RefreshState = 'asked' | 'recent' | 'paused' | 'ended';
export type RefreshView = Readonly<{
  /** `costUsd`: what the request costs the operator; absent if it costs nothing. */
  accounts: readonly Readonly<{ accountId: number; state: RefreshState; costUsd?: number }>[];
}>;

/** `sum` over those `of` publications that have the metric; `total`: number of all publications. */
export type SumView = Readonly<{ sum: number; of: number; total: number }>;
/** Metrics that no publication has are left out. */
export type SumsView = Readonly<Partial<Record<Metric, SumView>>>;

/**
 * `rate`: likes, comments and shares, divided by impressions. Only over those `of` publications that have all four figures, out of `total`.
 */
export type EngagementView = Readonly<{ rate: number; of: number; total: number }>;

/** Times in seconds. `withinHour`: the share of the answered comments that were answered within an hour, from 0 to 1. */
export type ReplyTimeView = Readonly<{ answered: number; p50: number; p90: number; withinHour: number }>;

export type OverviewQuery = Readonly<{
  /** Days in the user's zone, YYYY-MM-DD, both included. */
  from: string;
  to: string;
  age: Age;
  platform?: Platform;
  accountId?: number;
}>;

export type OverviewView = Readonly<{
  /** When the server computed this view. */
  asOf: string;
  /** When the selected publications were last measured; null: never. */
  newestSampleAt: string | null;
  /** How far the shown data is behind the recorded data, in milliseconds. */
  lagMs: number;
  /** IANA zone of all days and hours here. */
  zone: string;
  /** Number of publications in the period, and of those with at least one figure at this age. */
  publications: number;
  measured: number;
  /** Sums over all platforms whose terms allow sums. */
  totals: SumsView;
  /** Null: no publication has the figures, or there were no impressions. */
  engagement: EngagementView | null;
  /** The period of equal length just before, at the same age. Null: the age is `newest`, or nothing was measured in that period. */
  before: Readonly<{ from: string; to: string; totals: SumsView }> | null;
  /**
   * The posts with the most likes, comments and shares, of platforms whose terms allow sums; the best first. `engagements`: those figures that the
   * platforms report. `of`: the number of accounts that report them.
   */
  topPosts: readonly Readonly<{ postId: number; engagements: number; of: number; total: number }>[];
  /** Days with publications, the oldest first; of platforms whose terms allow sums. */
  trend: readonly Readonly<{ day: string; publications: number; metrics: SumsView }>[];
  platforms: readonly Readonly<{
    platform: Platform;
    publications: number;
    apart: boolean;
    metrics: SumsView;
    /** Also null if the terms of the platform do not allow a rate. */
    engagement: EngagementView | null;
  }>[];
  /** `weekday`: 1 is Monday. `score`: median; 1 is the account's usual result. Cells with too few posts are left out. */
  bestHours: Readonly<{
    posts: number;
    needed: number;
    cells: readonly Readonly<{ weekday: number; hour: number; posts: number; score: number }>[];
  }>;
  /** Null when no comment got such a reply. */
  replyTime: Readonly<{
    comments: number;
    unanswered: number;
    byHand: ReplyTimeView | null;
    byAi: ReplyTimeView | null;
  }>;
  /**
   * Clicks on the link page, which are counted by hours of UTC. `visitors`: for each link and day, the number of its visitors; so one person may
   * count several times. `minutesBefore`: the clicks of the first minutes of a day count for the day before;
   * 0 in time zones of whole hours.
   */
  clicks: Readonly<{
    clicks: number;
    visitors: number;
    minutesBefore: number;
    days: readonly Readonly<{ day: string; clicks: number }>[];
  }>;
  /** Accounts that are not measured as planned. */
  paused: readonly Readonly<{
    accountId: number;
    platform: Platform;
    accountName: string;
    reason: PauseReason;
    nextAt: string | null;
  }>[];
}>;

export const postAnalytics: Call<void, readonly PostMetricsView[]> = {
  method: 'GET',
  path: '/api/posts/:id/analytics',
};
/** Query `ids`: up to `ANALYTICS.idsMax`, separated by commas. Unknown and unpublished posts are left out. */
export const analyticsOfPosts: Call<void, readonly FiguresOfPostView[]> = {
  method: 'GET',
  path: '/api/analytics/posts',
};
/** All recorded polls of a post, the oldest first. */
export const postLooks: Call<void, readonly LookView[]> = {
  method: 'GET',
  path: '/api/posts/:id/analytics/looks',
};
/** 202: the product polls the platforms in the background. */
export const refreshAnalytics: Call<void, RefreshView> = {
  method: 'POST',
  path: '/api/posts/:id/analytics/refresh',
};
/** Query: `OverviewQuery`. */
export const analyticsOverview: Call<void, OverviewView> = { method: 'GET', path: '/api/analytics/overview' };
/** Returns a CSV file. Query: `from` and `to` as in `OverviewQuery`; `kind`: `looks` or `newest`. */
export const exportAnalytics: Call<void, string> = { method: 'GET', path: '/api/analytics/export.csv' };
