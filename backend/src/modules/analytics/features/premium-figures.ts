import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { EntitlementsShown } from '#modules/billing/public.ts';
import { FiguresNeedPremium } from '../domain/analytics-errors.ts';

/** Who may see figures. Asked before any is read. */
@Injectable()
export class PremiumFigures {
  constructor(private readonly queries: QueryBus) {}

  /** @throws FiguresNeedPremium */
  async check(userId: string): Promise<void> {
    const { plan } = await this.queries.execute(new EntitlementsShown(userId));
    if (plan !== 'premium') throw new FiguresNeedPremium();
  }
}
