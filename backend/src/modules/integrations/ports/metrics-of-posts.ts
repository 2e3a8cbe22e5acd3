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
  /** For one post and one reading, in US dollars. */
  costUsd: number;
}>;

/** `isSimulated`: the account belongs to the sandbox, which has no call limits. */
export type MeasuringWay = Readonly<{ pace: MetricsPace; isSimulated: boolean }>;

/** `seenAt`: ISO, just before the platform was asked. */
export type CachedMetrics = Readonly<{ remoteId: string; seenAt: string; look: MetricsSnapshot }>;

/** The figures of published posts, as their platforms report them. */
export abstract class MetricsOfPosts {
  /** Null: this platform reports no figures. Calls no platform. */
  abstract termsOf(platform: Platform): MetricsTerms | null;
  /** How posts of an account are measured; null where they cannot be. Asks no platform. */
  abstract wayOf(account: MeasuredAccount): Promise<MeasuringWay | null>;
  /**
   * The figures of posts as they are now. Asks the platform; harmless to repeat.
   * @param posts no more than `pace.batch`
   */
  abstract read(
    account: MeasuredAccount,
    posts: readonly MeasuredPost[],
    signal: AbortSignal,
  ): Promise<MetricsOutcome>;
  /**
   * Figures of these posts from other answers of their platform, each seen at `since` (ISO) or later. Covers only answers in this process;
   * calls no platform.
   */
  abstract cachedMetrics(
    accountId: number,
    posts: readonly Readonly<{ remoteId: string; since: string }>[],
  ): readonly CachedMetrics[];
}
