import type { Metric } from '@posthorn/contracts/shared/metrics';
import { Query } from '@nestjs/cqrs';

/** The door of Analytics for other modules. */

/**
 * What all published posts of somebody have come to. Null: nobody gives that figure, it may not be added up, or their plan does not
 * show figures. Platforms whose terms keep their figures apart from others are left out.
 */
export class FigureTotalsOf extends Query<Readonly<Record<Metric, number | null>>> {
  constructor(readonly userId: string) {
    super();
  }
}
