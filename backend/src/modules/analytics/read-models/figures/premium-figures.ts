import { Injectable } from '@nestjs/common';
import { UserEntitlements } from '#modules/billing/ports/user-entitlements.ts';
import { FiguresNeedPremium } from '../../domain/metrics/analytics-errors.ts';

/** Who may see figures. Asked before any is read. */
@Injectable()
export class PremiumFigures {
  constructor(private readonly plans: UserEntitlements) {}

  /** @throws FiguresNeedPremium */
  async check(userId: string): Promise<void> {
    const { plan } = await this.plans.shown(userId);
    if (plan !== 'premium') throw new FiguresNeedPremium();
  }
}
