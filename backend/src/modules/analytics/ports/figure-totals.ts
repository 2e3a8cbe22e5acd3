import type { Metric } from '@posthorn/contracts/shared/metrics';

/** Totals of published posts. */
export abstract class FigureTotals {
  /**
   * Totals of all published posts of a user. Null when no platform reports the figure, or when it must not be added up. Also
   * null when the plan shows no figures. Platforms whose terms forbid mixing their figures are left out.
   */
  abstract totalsOf(userId: string): Promise<Readonly<Record<Metric, number | null>>>;
}
