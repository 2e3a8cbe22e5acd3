import type { Metric } from '@posthorn/contracts/shared/metrics';

/** What posts have come to. */
export abstract class FigureTotals {
  /**
   * Of all published posts of somebody. Null: nobody gives that figure, it may not be added up, or their plan does not show figures.
   * Platforms whose terms keep their figures apart from others are left out.
   */
  abstract of(userId: string): Promise<Readonly<Record<Metric, number | null>>>;
}
