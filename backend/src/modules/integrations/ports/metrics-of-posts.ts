import type { Platform } from '@posthorn/contracts/shared/platform';
import type {
  MetricsSnapshot,
  MeasuredPost,
  MetricsOutcome,
  MetricsPace,
} from '#connectors/contract/metrics.ts';

export type {
  MetricsSnapshot,
  MeasuredPost,
  MetricsOutcome,
  MetricsPace,
} from '#connectors/contract/metrics.ts';

/** An account whose posts are measured. */
export type MeasuredAccount = Readonly<{ accountId: number; ownerId: string; platform: Platform }>;

/** The platform's terms and prices for figures. */
export type MetricsTerms = Readonly<{
  /** Days for which figures may be kept; null: no limit is known. */
  keepDays: number | null;
  /** Whether figures must stay out of sums and scores across platforms. */
  apart: boolean;
  /** The price in US dollars of reading one post once. */
  costUsd: number;
}>;

/** `isSimulated`: the account belongs to the sandbox, which has no call limits. */
export type MeasuringWay = Readonly<{ pace: MetricsPace; isSimulated: boolean }>;

/** `seenAt`: ISO time just before the request to the platform. `look`: the figures at this time. */
export type CachedMetrics = Readonly<{ remoteId: string; seenAt: string; look: MetricsSnapshot }>;

/** Reads the figures of published posts that their platforms report. */
export abstract class MetricsOfPosts {
  /** The terms of a platform; null: this platform reports no figures. Calls no platform. */
  abstract termsOf(platform: Platform): MetricsTerms | null;
  /** How the figures of an account's posts are read; null: they cannot be read. Does not request figures. */
  abstract wayOf(account: MeasuredAccount): Promise<MeasuringWay | null>;
  /**
   * The current figures of posts. Calls the platform. A repeated call does no harm.
   * @param posts no more than `pace.batch`
   */
  abstract read(
    account: MeasuredAccount,
    posts: readonly MeasuredPost[],
    signal: AbortSignal,
  ): Promise<MetricsOutcome>;
  /**
   * Figures of these posts that their platform returned together with comments, at `since` (ISO time) or
   * later. Covers only what this process received. Calls no platform.
   */
  abstract cachedMetrics(
    accountId: number,
    posts: readonly Readonly<{ remoteId: string; since: string }>[],
  ): readonly CachedMetrics[];
}
