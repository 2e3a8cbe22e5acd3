import type { Metric, MissingReason } from '@posthorn/contracts/shared/metrics';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { AccountAccess } from './account-access.ts';
import type { Postponed, Refused } from './outcome.ts';

/** A published post whose figures Posthorn reads. */
export type MeasuredPost = Readonly<{
  remoteId: string;
  permalink: string | null;
  /** ISO. */
  publishedAt: string;
}>;

/** `value`: a whole number ≥ 0. `source`: the platform's own name of the metric. A later meaning has `@` and the day of the change. */
export type MetricValue = Readonly<{ metric: Metric; value: number; source: string }>;
export type MissingMetric = Readonly<{ metric: Metric; reason: MissingReason }>;

/**
 * The platform's figures of one post. Each metric that the platform can have has a value or the reason why there is none.
 * A metric that the platform never has is in neither list.
 */
export type MetricsSnapshot = Readonly<{ values: readonly MetricValue[]; missing: readonly MissingMetric[] }>;

/** `gone`: the platform answers that there is no such post. A post without any information is left out. */
type MetricsRead = Readonly<{
  kind: 'read';
  /** By `remoteId`. */
  snapshots: ReadonlyMap<string, MetricsSnapshot | 'gone'>;
  /** The most that the platform charges the operator for this call, in US dollars; absent: nothing. */
  costUsd?: number;
}>;
export type MetricsOutcome = MetricsRead | Refused | Postponed;

/** How often Posthorn may read figures of an account, and of how many posts at once. */
export type MetricsPace = Readonly<{
  /** The most posts that one call can read. */
  batch: number;
  /**
   * Ages of a post, in minutes, at which its figures are read, where the usual steps cost too much or come too early. `every`: minutes
   * between later readings, where figures must be read again to be kept.
   */
  ladder?: Readonly<{ ages: readonly number[]; every?: number }>;
  /** The share of a platform's narrow limit that figures may use: `perDay` calls a day, of which one batch takes `each`. */
  calls?: Readonly<{ perDay: number; scope: 'app' | 'account'; each: number }>;
  /** How many requests of all kinds the account's server accepts from Posthorn within `perSeconds` seconds. */
  host?: Readonly<{ calls: number; perSeconds: number }>;
}>;

/** Figures of one platform's posts. Reading is safe to repeat. */
export type MetricsConnector = Readonly<{
  /** The pace for an account with these credentials. */
  paceOf(credentials: JsonObject): MetricsPace;
  /** For how many days the platform's terms allow Posthorn to keep figures; absent: no limit is known. */
  keepDays?: number;
  /** The platform's terms forbid adding or comparing its figures with those of other platforms. */
  apart?: true;
  /** The cost of reading one post for the operator, in US dollars; absent: nothing. */
  costUsd?: number;
  /** Reads at most `paceOf().batch` posts from the platform. Ends soon after `signal` is aborted. */
  read(access: AccountAccess, posts: readonly MeasuredPost[], signal: AbortSignal): Promise<MetricsOutcome>;
}>;
