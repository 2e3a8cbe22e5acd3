import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { SimulatedAccounts } from '../features/simulated-accounts.ts';
import { Connectors } from '../connectors/connectors.ts';
import { refused } from '../connectors/outcomes.ts';
import { RecentLooks } from './recent-looks.ts';
import { UsableAccounts } from '../features/publish/usable-accounts.ts';
import {
  MeasuringOf,
  MetricsTermsOf,
  ReadMetrics,
  SeenLooks,
  type Look,
  type MeasuringWay,
  type MetricsOutcome,
  type MetricsTerms,
  type SeenLook,
} from './public.ts';
import { termsOf } from './terms-of.ts';

@QueryHandler(MetricsTermsOf)
export class MetricsTermsOfHandler implements IQueryHandler<MetricsTermsOf> {
  constructor(
    private readonly connectors: Connectors,
    private readonly configuration: Configuration,
  ) {}

  execute({ platform }: MetricsTermsOf): Promise<MetricsTerms | null> {
    const metrics = this.connectors.find(platform)?.metrics;
    return Promise.resolve(metrics ? termsOf(platform, metrics, this.configuration) : null);
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
    if (!metrics) return null;
    const told = await this.accounts.withAccount(
      account,
      async (access) => ({ kind: 'pace', pace: metrics.paceOf(await access.credentials()) }) as const,
      { isRepeatable: true },
    );
    const state = await this.accounts.recentStateOf(account);
    if (told.kind !== 'pace' || !state || state.status === 'new') return null;
    return {
      pace: told.pace,
      isSimulated: this.simulated.isSimulated(account.platform, state.connection.server),
    };
  }
}

type Read = Extract<MetricsOutcome, { kind: 'read' }>;
type Told =
  | Exclude<MetricsOutcome, Read>
  | (Omit<Read, 'looks'> & Readonly<{ looks: readonly (readonly [string, Look | 'gone'])[] }>);

const listed = (outcome: MetricsOutcome): Told =>
  outcome.kind === 'read' ? { ...outcome, looks: [...outcome.looks] } : outcome;

@QueryHandler(ReadMetrics)
export class ReadMetricsHandler implements IQueryHandler<ReadMetrics> {
  constructor(
    private readonly accounts: UsableAccounts,
    private readonly connectors: Connectors,
  ) {}

  async execute({ account, posts, signal }: ReadMetrics): Promise<MetricsOutcome> {
    const metrics = this.connectors.find(account.platform)?.metrics;
    if (!metrics) return refused('not-allowed', null, false);
    // What comes out of an account is made storable, which lists are and maps are not.
    const told = await this.accounts.withAccount<Told>(
      account,
      async (access) => listed(await metrics.read(access, posts, signal)),
      { words: posts, isRepeatable: true },
    );
    return told.kind === 'read' ? { ...told, looks: new Map(told.looks) } : told;
  }
}

@QueryHandler(SeenLooks)
export class SeenLooksHandler implements IQueryHandler<SeenLooks> {
  constructor(private readonly recent: RecentLooks) {}

  execute({ accountId, posts }: SeenLooks): Promise<readonly SeenLook[]> {
    return Promise.resolve(
      posts.flatMap(({ remoteId, since }) => {
        const seen = this.recent.find(accountId, remoteId, since);
        return seen ? [{ remoteId, ...seen }] : [];
      }),
    );
  }
}
