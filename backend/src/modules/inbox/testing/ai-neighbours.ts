import { ENTITLEMENTS, type Entitlements } from '@posthorn/contracts/billing/entitlements';
import { Global, Module } from '@nestjs/common';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import { Personalities } from '#modules/identity/ports/personalities.ts';

/** Users with Premium. All other users have the free plan. */
const WITH_PREMIUM: readonly string[] = ['ana', 'ben'];

class Plans extends PlanOf {
  override entitlementsOf(userId: string): Promise<Entitlements> {
    return Promise.resolve(WITH_PREMIUM.includes(userId) ? ENTITLEMENTS.premium : ENTITLEMENTS.free);
  }

  override shown(userId: string): Promise<Entitlements> {
    return this.entitlementsOf(userId);
  }
}

class PersonalityOfAna extends Personalities {
  override personalityOf(userId: string): Promise<string | null> {
    return Promise.resolve(userId === 'ana' ? 'Funny and warm' : null);
  }
}

/** Doubles for Billing and Identity. */
@Global()
@Module({
  providers: [
    { provide: PlanOf, useClass: Plans },
    { provide: Personalities, useClass: PersonalityOfAna },
  ],
  exports: [PlanOf, Personalities],
})
export class AiNeighbours {}
