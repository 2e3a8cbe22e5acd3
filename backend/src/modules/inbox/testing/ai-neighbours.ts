import { ENTITLEMENTS, type Entitlements } from '@posthorn/contracts/billing/entitlements';
import { Global, Module } from '@nestjs/common';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import { UserPreferences } from '#modules/identity/ports/user-preferences.ts';

/** Everybody else has the free plan. */
const WITH_PREMIUM: readonly string[] = ['ana', 'ben'];

class Plans extends PlanOf {
  override of(userId: string): Promise<Entitlements> {
    return Promise.resolve(WITH_PREMIUM.includes(userId) ? ENTITLEMENTS.premium : ENTITLEMENTS.free);
  }

  override shown(userId: string): Promise<Entitlements> {
    return this.of(userId);
  }
}

class Preferences extends UserPreferences {
  override personalityOf(userId: string): Promise<string | null> {
    return Promise.resolve(userId === 'ana' ? 'Funny and warm' : null);
  }

  override timezoneOf = (): Promise<string> => Promise.resolve('UTC');
  override defaultHashtagsOf = (): Promise<string> => Promise.resolve('');
}

/** What Billing and Identity answer, without them. */
@Global()
@Module({
  providers: [
    { provide: PlanOf, useClass: Plans },
    { provide: UserPreferences, useClass: Preferences },
  ],
  exports: [PlanOf, UserPreferences],
})
export class AiNeighbours {}
