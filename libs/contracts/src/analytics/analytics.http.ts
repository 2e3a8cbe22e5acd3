import type { Age } from './analytics-words.ts';
import type { Call } from '../shared/call.ts';
import type { Metric, MissingReason } from '../shared/metrics.ts';
import type { Platform } from '../shared/platform.ts';

export { AGES, ANALYTICS, ANALYTICS_TEXT, type Age } from './analytics-words.ts';

/** Why no look follows for now. */
export const PAUSE_REASONS = ['reconnect', 'no-budget', 'budget', 'platform'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** Why no look follows any more. */
export const END_REASONS = ['gone', 'disconnected', 'complete'] as const;
export type EndReason = (typeof END_REASONS)[number];

/** Null: there is no such figure, and `missing` says why. */
export type MetricNumbers = Readonly<Record<Metric, number | null>>;

/** What is known of one published post on one account. All instants are ISO, UTC. */
export type PostMetricsView = MetricNumbers &
  Readonly<{
    accountId: number;
    platform: Platform;
    publishedAt: string;
    /** What the platform calls each figure; with `@` and a day where its meaning changed then. */
    sources: Readonly<Partial<Record<Metric, string>>>;
    missing: Readonly<Partial<Record<Metric, MissingReason>>>;
    /** When these figures were recorded; null: none were yet. */
    capturedAt: string | null;
    /** When the platform was last asked; figures that have not changed are not recorded again. */
    checkedAt: string | null;
    /** When it is asked next; null: it is not. */
    nextAt: string | null;
    paused: PauseReason | null;
    ended: EndReason | null;
    /** Figures that were higher before, and when that was recorded. */
    fell: Readonly<Partial<Record<Metric, Readonly<{ was: number; at: string }>>>>;
    /** The platform's terms keep its figures out of sums with those of others. */
    apart: boolean;
  }>;

export type FiguresOfPostView = Readonly<{ postId: number; targets: readonly PostMetricsView[] }>;

/** One answer of a platform, as it was recorded. `ageMinutes`: of the post then. */
export type LookView = Readonly<{
  accountId: number;
  platform: Platform;
  capturedAt: string;
  ageMinutes: number;
  values: MetricNumbers;
  sources: Readonly<Partial<Record<Metric, string>>>;
}>;

/** `asked`: the answer comes within seconds. `recent`: it was asked a short while ago. */
export type RefreshState = 'asked' | 'recent' | 'paused' | 'ended';
export type RefreshView = Readonly<{
  /** `costUsd`: what the question costs the operator, where it costs. */
  accounts: readonly Readonly<{ accountId: number; state: RefreshState; costUsd?: number }>[];
}>;

/** `sum` over `of` publications that have the figure, of `total` that there are. */
export type SumView = Readonly<{ sum: number; of: number; total: number }>;
/** Figures that no publication has are left out. */
export type SumsView = Readonly<Partial<Record<Metric, SumView>>>;

/** Times in seconds. `withinHour`: of those answered, the share within an hour; from 0 to 1. */
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
  /** When this was answered, and the newest look in it; null: none. */
  asOf: string;
  newestSampleAt: string | null;
  /** How far what is shown lies behind what is recorded, in milliseconds. */
  lagMs: number;
  /** IANA zone of all days and hours here. */
  zone: string;
  /** Publications of the period, and of them those with a look at this age. */
  publications: number;
  measured: number;
  /** Of all platforms that may be added up. */
  totals: SumsView;
  /** Days on which something was published, the oldest first; of platforms that may be added up. */
  trend: readonly Readonly<{ day: string; publications: number; metrics: SumsView }>[];
  platforms: readonly Readonly<{
    platform: Platform;
    publications: number;
    apart: boolean;
    metrics: SumsView;
  }>[];
  /** `weekday`: 1 is Monday. `score`: median; 1 is as posts of that account usually do. Cells with too few posts are left out. */
  bestHours: Readonly<{
    posts: number;
    needed: number;
    cells: readonly Readonly<{ weekday: number; hour: number; posts: number; score: number }>[];
  }>;
  /** Null where nothing was answered in that way. */
  replyTime: Readonly<{
    comments: number;
    unanswered: number;
    byHand: ReplyTimeView | null;
    byAi: ReplyTimeView | null;
  }>;
  /** Of the link page. */
  clicks: Readonly<{
    clicks: number;
    visitors: number;
    days: readonly Readonly<{ day: string; clicks: number }>[];
  }>;
  /** Accounts that are not looked at as planned. */
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
/** Query `ids`: up to `ANALYTICS.idsMax`, with commas. Posts that are not there, or not published, are left out. */
export const analyticsOfPosts: Call<void, readonly FiguresOfPostView[]> = {
  method: 'GET',
  path: '/api/analytics/posts',
};
/** The oldest first. */
export const postLooks: Call<void, readonly LookView[]> = {
  method: 'GET',
  path: '/api/posts/:id/analytics/looks',
};
/** 202. */
export const refreshAnalytics: Call<void, RefreshView> = {
  method: 'POST',
  path: '/api/posts/:id/analytics/refresh',
};
/** Query: `OverviewQuery`. */
export const analyticsOverview: Call<void, OverviewView> = { method: 'GET', path: '/api/analytics/overview' };
/** Query: `from`, `to` as in `OverviewQuery`, `kind` is `looks` or `newest`. A CSV file. */
export const exportAnalytics: Call<void, string> = { method: 'GET', path: '/api/analytics/export.csv' };
