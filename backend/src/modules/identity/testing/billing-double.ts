import { ENTITLEMENTS, type Entitlements } from '@posthorn/contracts/billing/entitlements';
import { Module } from '@nestjs/common';
import { CommandHandler, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import { EntitlementsOf, EntitlementsShown, SettleComplimentaryPremium } from '#modules/billing/public.ts';

/** The one address that has Premium. */
export const GOLD = 'gold@example.com';
const premium = new Set<string>();
const planOf = (userId: string): Promise<Entitlements> =>
  Promise.resolve(premium.has(userId) ? ENTITLEMENTS.premium : ENTITLEMENTS.free);

@CommandHandler(SettleComplimentaryPremium)
export class SettleHandler implements ICommandHandler<SettleComplimentaryPremium> {
  /** Runs once, before the next answer. */
  meanwhile: () => Promise<void> = () => Promise.resolve();

  async execute({ userId, email }: SettleComplimentaryPremium): Promise<void> {
    const { meanwhile } = this;
    this.meanwhile = () => Promise.resolve();
    await meanwhile();
    if (email === GOLD) premium.add(userId);
    else premium.delete(userId);
  }
}

@QueryHandler(EntitlementsOf)
class EntitlementsOfHandler implements IQueryHandler<EntitlementsOf> {
  execute({ userId }: EntitlementsOf): Promise<Entitlements> {
    return planOf(userId);
  }
}

@QueryHandler(EntitlementsShown)
class EntitlementsShownHandler implements IQueryHandler<EntitlementsShown> {
  execute({ userId }: EntitlementsShown): Promise<Entitlements> {
    return planOf(userId);
  }
}

/** What Billing answers, without Billing. */
@Module({ providers: [SettleHandler, EntitlementsOfHandler, EntitlementsShownHandler] })
export class BillingDouble {}
