import { metrics, type Metric } from '@posthorn/contracts/shared/metrics';
import { platforms } from '@posthorn/contracts/shared/platform';
import { QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ReadGate } from '#infrastructure/projections/read-gate.ts';
import { EntitlementsShown } from '#modules/billing/public.ts';
import { MetricsOfPosts } from '#modules/integrations/ports/metrics-of-posts.ts';
import { FigureTotalsOf } from '../../public.ts';
import { analyticsFigures } from '../../read-model/figures.projection.ts';
import { OverviewRows } from './overview-rows.ts';
import { sumsOf } from './sums.ts';

/** One day without beginning and end. */
const EVER = ['-infinity', 'infinity'] as const;

@QueryHandler(FigureTotalsOf)
export class FigureTotalsOfHandler implements IQueryHandler<FigureTotalsOf> {
  constructor(
    private readonly rows: OverviewRows,
    private readonly metrics: MetricsOfPosts,
    private readonly queries: QueryBus,
    private readonly gate: ReadGate,
  ) {}

  async execute({ userId: ownerId }: FigureTotalsOf): Promise<Readonly<Record<Metric, number | null>>> {
    const { plan } = await this.queries.execute(new EntitlementsShown(ownerId));
    const sums = plan === 'premium' ? await this.#sums(ownerId) : {};
    return Object.fromEntries(metrics.map((metric) => [metric, sums[metric]?.sum ?? null])) as Record<
      Metric,
      number | null
    >;
  }

  async #sums(ownerId: string): Promise<ReturnType<typeof sumsOf>> {
    await this.gate.waitFor([analyticsFigures.name]);
    const apart = platforms.filter((platform) => this.metrics.termsOf(platform)?.apart);
    const { days } = await this.rows.sums({ ownerId, platform: null, accountId: null }, EVER, null, apart);
    return sumsOf(days);
  }
}
