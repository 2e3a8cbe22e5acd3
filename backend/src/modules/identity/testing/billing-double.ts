import type { Plan } from '@posthorn/contracts/billing/plan';
import { Module } from '@nestjs/common';
import { CommandHandler, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import { PlanOf, PlanShown, SettleComplimentaryPremium } from '#modules/billing/public.ts';

/** The one address that has Premium. */
export const GOLD = 'gold@example.com';
const premium = new Set<string>();
const planOf = (userId: string): Promise<Plan> => Promise.resolve(premium.has(userId) ? 'premium' : 'free');

@CommandHandler(SettleComplimentaryPremium)
class SettleHandler implements ICommandHandler<SettleComplimentaryPremium> {
  execute({ userId, email }: SettleComplimentaryPremium): Promise<void> {
    if (email === GOLD) premium.add(userId);
    return Promise.resolve();
  }
}

@QueryHandler(PlanOf)
class PlanOfHandler implements IQueryHandler<PlanOf> {
  execute({ userId }: PlanOf): Promise<Plan> {
    return planOf(userId);
  }
}

@QueryHandler(PlanShown)
class PlanShownHandler implements IQueryHandler<PlanShown> {
  execute({ userId }: PlanShown): Promise<Plan> {
    return planOf(userId);
  }
}

/** What Billing answers, without Billing. */
@Module({ providers: [SettleHandler, PlanOfHandler, PlanShownHandler] })
export class BillingDouble {}
