import type { Platform } from '@posthorn/contracts/shared/platform';
import type { Look, MeasuredPost, MetricsOutcome, MetricsPace } from '#connectors/contract/metrics.ts';

export type { Look, MeasuredPost, MetricsOutcome, MetricsPace } from '#connectors/contract/metrics.ts';

/** An account whose posts are measured. */
export type MeasuredAccount = Readonly<{ accountId: number; ownerId: string; platform: Platform }>;

/** What a platform's terms and prices say of figures. */
export type MetricsTerms = Readonly<{
  /** Days for which figures may be kept; null: no limit is known. */
  keepDays: number | null;
  /** Kept out of sums and scores with those of others. */
  apart: boolean;
  /** Of one post and look, in US dollars. */
  costUsd: number;
}>;

/** `isSimulated`: it is an account of the sandbox, where nobody counts calls. */
export type MeasuringWay = Readonly<{ pace: MetricsPace; isSimulated: boolean }>;

/** `seenAt`: ISO, just before the platform was asked. */
export type SeenLook = Readonly<{ remoteId: string; seenAt: string; look: Look }>;

/** Figures of published posts, as their platforms tell them. */
export abstract class MetricsOfPosts {
  /** Null: this platform tells no figures. Asks no platform. */
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
   * Figures of these posts that other answers of their platform held, each seen at `since` (ISO) or later. Only what this process has
   * seen; asks no platform.
   */
  abstract seen(
    accountId: number,
    posts: readonly Readonly<{ remoteId: string; since: string }>[],
  ): readonly SeenLook[];
}
