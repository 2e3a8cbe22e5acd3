import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { Connectors } from '#connectors/connectors.ts';
import { refused } from '#connectors/kit/outcomes.ts';
import type { MetricsConnector } from '#connectors/contract/metrics.ts';
import { AccountSession } from '../publish/account-session.ts';
import { limitsFrom } from '../../../read-models/accounts/account-view.ts';
import { SimulatedAccounts } from '../../../read-models/accounts/simulated-accounts.ts';
import {
  MetricsOfPosts,
  type MetricsSnapshot,
  type MeasuredAccount,
  type MeasuredPost,
  type MeasuringWay,
  type MetricsOutcome,
  type MetricsTerms,
  type CachedMetrics,
} from '../../../ports/metrics-of-posts.ts';
import { RecentMetrics } from './recent-metrics.ts';

type OperatorTerms = Pick<Configuration, 'metricsKeepDays' | 'amendedTerms'>;

/**
 * The terms for a platform's figures. If the operator has an agreement with the platform, the platform's
 * rules do not apply. The operator may also set a shorter time.
 */
export function termsOf(
  platform: Platform,
  { keepDays, apart, costUsd = 0 }: Pick<MetricsConnector, 'keepDays' | 'apart' | 'costUsd'>,
  { metricsKeepDays, amendedTerms }: OperatorTerms,
): MetricsTerms {
  const isAmended = amendedTerms.has(platform);
  const days = Math.min((isAmended ? null : keepDays) ?? Infinity, metricsKeepDays ?? Infinity);
  return { keepDays: days === Infinity ? null : days, apart: apart === true && !isAmended, costUsd };
}

type Read = Extract<MetricsOutcome, { kind: 'read' }>;
type StorableOutcome =
  | Exclude<MetricsOutcome, Read>
  | (Omit<Read, 'snapshots'> &
      Readonly<{ snapshots: readonly (readonly [string, MetricsSnapshot | 'gone'])[] }>);

const withSnapshotList = (outcome: MetricsOutcome): StorableOutcome =>
  outcome.kind === 'read' ? { ...outcome, snapshots: [...outcome.snapshots] } : outcome;

/** Reads figures through the connectors. */
@Injectable()
export class ReadMetrics extends MetricsOfPosts {
  constructor(
    private readonly accounts: AccountSession,
    private readonly connectors: Connectors,
    private readonly simulated: SimulatedAccounts,
    private readonly recent: RecentMetrics,
    private readonly configuration: Configuration,
  ) {
    super();
  }

  override termsOf(platform: Platform): MetricsTerms | null {
    const metrics = this.connectors.find(platform)?.metrics;
    return metrics ? termsOf(platform, metrics, this.configuration) : null;
  }

  override async wayOf(account: MeasuredAccount): Promise<MeasuringWay | null> {
    const metrics = this.connectors.find(account.platform)?.metrics;
    if (!metrics) return null;
    const outcome = await this.accounts.withAccount(
      account,
      async (access) => ({ kind: 'pace', pace: metrics.paceOf(await access.credentials()) }) as const,
      { isRepeatable: true },
    );
    const state = await this.accounts.recentStateOf(account);
    if (outcome.kind !== 'pace' || !state || state.status === 'new') return null;
    const { requests } = limitsFrom(state.connection.limits);
    return {
      pace: { ...outcome.pace, ...(requests && { host: requests }) },
      isSimulated: this.simulated.isSimulated(account.platform, state.connection.server),
    };
  }

  override async read(
    account: MeasuredAccount,
    posts: readonly MeasuredPost[],
    signal: AbortSignal,
  ): Promise<MetricsOutcome> {
    const metrics = this.connectors.find(account.platform)?.metrics;
    if (!metrics) return refused('not-allowed', null, false);
    // `withAccount` makes each result storable. This works for lists but not for maps.
    const outcome = await this.accounts.withAccount<StorableOutcome>(
      account,
      async (access) => withSnapshotList(await metrics.read(access, posts, signal)),
      { words: posts, isRepeatable: true },
    );
    return outcome.kind === 'read' ? { ...outcome, snapshots: new Map(outcome.snapshots) } : outcome;
  }

  override cachedMetrics(
    accountId: number,
    posts: readonly Readonly<{ remoteId: string; since: string }>[],
  ): readonly CachedMetrics[] {
    return posts.flatMap(({ remoteId, since }) => {
      const seen = this.recent.find(accountId, remoteId, since);
      return seen ? [{ remoteId, ...seen }] : [];
    });
  }
}
