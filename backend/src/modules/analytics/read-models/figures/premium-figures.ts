import { Injectable } from '@nestjs/common';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import { FiguresNeedPremium } from '../../domain/metrics/analytics-errors.ts';

/** Checks whether a user may see figures, before the product reads any. */
@Injectable()
export class PremiumFigures {
  constructor(private readonly plans: PlanOf) {}

  /** @throws FiguresNeedPremium */
  async check(userId: string): Promise<void> {
    const { analytics } = await this.plans.shown(userId);
    if (!analytics) throw new FiguresNeedPremium();
  }
}
