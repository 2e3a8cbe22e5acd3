import { metrics, type Metric } from '@posthorn/contracts/shared/metrics';
import { platforms } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { MetricsOfPosts } from '#modules/integrations/ports/metrics-of-posts.ts';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import { FigureTotals } from '../../ports/figure-totals.ts';
import { analyticsFigures } from './figures.projection.ts';
import { OverviewRows } from './overview-rows.ts';
import { sumsOf } from './sums.ts';

/** The borders of a single period that contains all times. */
const EVER = ['-infinity', 'infinity'] as const;

@Injectable()
export class SummedFigures extends FigureTotals {
  constructor(
    private readonly rows: OverviewRows,
    private readonly metrics: MetricsOfPosts,
    private readonly plans: PlanOf,
    private readonly gate: ReadGate,
  ) {
    super();
  }

  override async totalsOf(ownerId: string): Promise<Readonly<Record<Metric, number | null>>> {
    const { analytics } = await this.plans.shown(ownerId);
    const sums = analytics ? await this.#sums(ownerId) : {};
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
