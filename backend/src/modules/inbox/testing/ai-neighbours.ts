import { ENTITLEMENTS, type Entitlements } from '@posthorn/contracts/billing/entitlements';
import { Global, Module } from '@nestjs/common';
import { UserEntitlements } from '#modules/billing/ports/user-entitlements.ts';
import { UserPreferences } from '#modules/identity/ports/user-preferences.ts';

/** Everybody else has the free plan. */
const WITH_PREMIUM: readonly string[] = ['ana', 'ben'];

class Plans extends UserEntitlements {
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
    { provide: UserEntitlements, useClass: Plans },
    { provide: UserPreferences, useClass: Preferences },
  ],
  exports: [UserEntitlements, UserPreferences],
})
export class AiNeighbours {}
