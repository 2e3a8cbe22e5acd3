import type { Metric, MissingReason } from '@posthorn/contracts/shared/metrics';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { AccountAccess } from './account-access.ts';
import type { Postponed, Refused } from './outcome.ts';

/** A published post whose figures are asked for. */
export type MeasuredPost = Readonly<{
  remoteId: string;
  permalink: string | null;
  /** ISO. */
  publishedAt: string;
}>;

/** `value`: a whole number from 0 on. `source`: the platform's own name of the metric, with `@` and a day where its meaning changed then. */
export type MetricValue = Readonly<{ metric: Metric; value: number; source: string }>;
export type MissingMetric = Readonly<{ metric: Metric; reason: MissingReason }>;

/**
 * What a platform says of one post: each metric that it can have, either with a value or with the reason why there is none; those that
 * it never has stand in neither.
 */
export type Look = Readonly<{ values: readonly MetricValue[]; missing: readonly MissingMetric[] }>;

/** `gone`: the platform answers that there is no such post. A post of which nothing was learned is left out. */
type MetricsRead = Readonly<{
  kind: 'read';
  /** By `remoteId`. */
  looks: ReadonlyMap<string, Look | 'gone'>;
  /** What the platform charges the operator for this call at most, in US dollars; absent: nothing. */
  costUsd?: number;
}>;
export type MetricsOutcome = MetricsRead | Refused | Postponed;

/** How often and how many posts of an account may be asked about. */
export type MetricsPace = Readonly<{
  /** Posts that one call asks about at most. */
  batch: number;
  /**
   * Ages of a post, in minutes, at which it is looked at, where the usual steps cost too much or come too early. `every`: minutes between
   * looks after the last of them, where figures have to be read anew to be kept.
   */
  ladder?: Readonly<{ ages: readonly number[]; every?: number }>;
  /** What figures may use of a platform's narrow limit: so many calls a day, of which one batch takes `each`. */
  calls?: Readonly<{ perDay: number; scope: 'app' | 'account'; each: number }>;
  /** How many requests of ours, of all kinds together, the account's server takes within so many seconds. */
  host?: Readonly<{ calls: number; perSeconds: number }>;
}>;

/** Figures of one platform's posts. Asking is harmless and may be repeated. */
export type MetricsConnector = Readonly<{
  /** Of an account with these credentials. */
  paceOf(credentials: JsonObject): MetricsPace;
  /** Days for which the platform's terms let figures be kept; absent: no limit is known. */
  keepDays?: number;
  /** Its terms keep its figures out of sums and scores with those of others. */
  apart?: true;
  /** What asking about one post costs the operator, in US dollars; absent: nothing. */
  costUsd?: number;
  /** Asks the platform, by at most `paceOf().batch` posts. Ends soon after `signal` is aborted. */
  read(access: AccountAccess, posts: readonly MeasuredPost[], signal: AbortSignal): Promise<MetricsOutcome>;
}>;
