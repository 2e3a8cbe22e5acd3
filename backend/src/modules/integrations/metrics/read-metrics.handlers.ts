import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SimulatedAccounts } from '../features/simulated-accounts.ts';
import { Connectors } from '../connectors/connectors.ts';
import { refused } from '../connectors/outcomes.ts';
import { UsableAccounts } from '../features/publish/usable-accounts.ts';
import {
  MeasuringOf,
  MetricsTermsOf,
  ReadMetrics,
  type MeasuringWay,
  type MetricsOutcome,
  type MetricsTerms,
} from './public.ts';

@QueryHandler(MetricsTermsOf)
export class MetricsTermsOfHandler implements IQueryHandler<MetricsTermsOf> {
  constructor(private readonly connectors: Connectors) {}

  execute({ platform }: MetricsTermsOf): Promise<MetricsTerms | null> {
    const metrics = this.connectors.find(platform)?.metrics;
    if (!metrics) return Promise.resolve(null);
    const { keepDays = null, apart = false, costUsd = 0 } = metrics;
    return Promise.resolve({ keepDays, apart, costUsd });
  }
}

@QueryHandler(MeasuringOf)
export class MeasuringOfHandler implements IQueryHandler<MeasuringOf> {
  constructor(
    private readonly accounts: UsableAccounts,
    private readonly connectors: Connectors,
    private readonly simulated: SimulatedAccounts,
  ) {}

  async execute({ account }: MeasuringOf): Promise<MeasuringWay | null> {
    const metrics = this.connectors.find(account.platform)?.metrics;
    const state = await this.accounts.recentStateOf(account);
    if (!metrics || !state || state.status === 'new') return null;
    const credentials = await this.accounts.access(account, state).credentials();
    return {
      pace: metrics.paceOf(credentials),
      isSimulated: this.simulated.isSimulated(account.platform, state.connection.server),
    };
  }
}

@QueryHandler(ReadMetrics)
export class ReadMetricsHandler implements IQueryHandler<ReadMetrics> {
  constructor(
    private readonly accounts: UsableAccounts,
    private readonly connectors: Connectors,
  ) {}

  async execute({ account, posts, signal }: ReadMetrics): Promise<MetricsOutcome> {
    const metrics = this.connectors.find(account.platform)?.metrics;
    if (!metrics) return refused('not-allowed', null, false);
    return this.accounts.withAccount<MetricsOutcome>(
      account,
      (access) => metrics.read(access, posts, signal),
      {
        words: posts,
        isRepeatable: true,
      },
    );
  }
}
