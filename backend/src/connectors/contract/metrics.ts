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

/**
 * `value`: a whole number ≥ 0. `source`: the platform's own name of the metric. If the platform changes the meaning, `@` and the
 * day of the change follow the name.
 */
export type MetricValue = Readonly<{ metric: Metric; value: number; source: string }>;
export type MissingMetric = Readonly<{ metric: Metric; reason: MissingReason }>;

/**
 * The platform's figures of one post. Each metric that the platform can have has a value, or the reason why the value is missing.
 * A metric that the platform never has is in neither list.
 */
export type MetricsSnapshot = Readonly<{ values: readonly MetricValue[]; missing: readonly MissingMetric[] }>;

/** `gone`: the platform responds that the post does not exist. A post is left out if the platform gave no information about it. */
type MetricsRead = Readonly<{
  kind: 'read';
  /** By `remoteId`. */
  snapshots: ReadonlyMap<string, MetricsSnapshot | 'gone'>;
  /** The maximum that the platform charges the operator for this call, in US dollars; absent: nothing. */
  costUsd?: number;
}>;
export type MetricsOutcome = MetricsRead | Refused | Postponed;

/** How often Posthorn may read figures of an account, and of how many posts with one call. */
export type MetricsPace = Readonly<{
  /** The maximum number of posts that one call can read. */
  batch: number;
  /**
   * Ages of a post, in minutes, at which Posthorn reads its figures. Present if the usual ages cost too much or come too early.
   * `every`: minutes between later reads, if Posthorn may keep figures only while it reads them again.
   */
  ladder?: Readonly<{ ages: readonly number[]; every?: number }>;
  /** The share of a platform's low limit that figures may use: `perDay` calls a day. One batch uses `each` calls. */
  calls?: Readonly<{ perDay: number; scope: 'app' | 'account'; each: number }>;
  /** How many requests of all kinds the account's server accepts from Posthorn within `perSeconds` seconds. */
  host?: Readonly<{ calls: number; perSeconds: number }>;
}>;

/** Figures of one platform's posts. Reading is safe to repeat. */
export type MetricsConnector = Readonly<{
  /** The pace for an account with these credentials. */
  paceOf(credentials: JsonObject): MetricsPace;
  /** How many days the platform's terms allow Posthorn to keep figures; absent: no limit is known. */
  keepDays?: number;
  /** The platform's terms forbid adding or comparing its figures with those of other platforms. */
  apart?: true;
  /** What the operator pays for reading one post, in US dollars; absent: nothing. */
  costUsd?: number;
  /** Reads at most `paceOf().batch` posts from the platform. Ends soon after `signal` is aborted. */
  read(access: AccountAccess, posts: readonly MeasuredPost[], signal: AbortSignal): Promise<MetricsOutcome>;
}>;
