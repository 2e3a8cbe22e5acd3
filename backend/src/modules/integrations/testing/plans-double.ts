import { ENTITLEMENTS, type Entitlements } from '@posthorn/contracts/billing/entitlements';
import { Global, Module } from '@nestjs/common';
import { UserEntitlements } from '#modules/billing/ports/user-entitlements.ts';

class Plans extends UserEntitlements {
  override of(userId: string): Promise<Entitlements> {
    return Promise.resolve(userId === 'patron' ? ENTITLEMENTS.premium : ENTITLEMENTS.free);
  }

  override shown(userId: string): Promise<Entitlements> {
    return this.of(userId);
  }
}

/** Billing, where everybody is on the free plan but `patron`. */
@Global()
@Module({ providers: [{ provide: UserEntitlements, useClass: Plans }], exports: [UserEntitlements] })
export class PlansDouble {}
