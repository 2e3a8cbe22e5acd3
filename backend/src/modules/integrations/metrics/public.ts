import { Query } from '@nestjs/cqrs';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { Look, MeasuredPost, MetricsOutcome, MetricsPace } from '../connectors/contract/metrics.ts';

export type { Look, MeasuredPost, MetricsOutcome, MetricsPace } from '../connectors/contract/metrics.ts';

/** The door of Integrations to figures of published posts, as their platforms tell them. */

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

/** Null: this platform tells no figures. Nothing is asked. */
export class MetricsTermsOf extends Query<MetricsTerms | null> {
  constructor(readonly platform: Platform) {
    super();
  }
}

/** How posts of an account are measured; null where they cannot be. Nothing is asked. */
export class MeasuringOf extends Query<MeasuringWay | null> {
  constructor(readonly account: MeasuredAccount) {
    super();
  }
}

/** The figures of posts as they are now. Asks the platform; harmless to repeat. */
export class ReadMetrics extends Query<MetricsOutcome> {
  constructor(
    readonly account: MeasuredAccount,
    /** No more than `pace.batch`. */
    readonly posts: readonly MeasuredPost[],
    readonly signal: AbortSignal,
  ) {
    super();
  }
}

/** `seenAt`: ISO, just before the platform was asked. */
export type SeenLook = Readonly<{ remoteId: string; seenAt: string; look: Look }>;

/**
 * Figures of these posts that other answers of their platform held, each seen at `since` (ISO) or later. Only what this process has
 * seen; nothing is asked.
 */
export class SeenLooks extends Query<readonly SeenLook[]> {
  constructor(
    readonly accountId: number,
    readonly posts: readonly Readonly<{ remoteId: string; since: string }>[],
  ) {
    super();
  }
}
