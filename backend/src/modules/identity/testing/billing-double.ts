import { ENTITLEMENTS, type Entitlements } from '@posthorn/contracts/billing/entitlements';
import { Global, Injectable, Module } from '@nestjs/common';
import { AfterSignIn } from '../ports/after-sign-in.ts';
import { PlanOf } from '../ports/plan-of.ts';

/** The only address whose users have Premium. */
export const GOLD = 'gold@example.com';
const premium = new Set<string>();

@Injectable()
export class ComplimentaryDouble extends AfterSignIn {
  /** Runs once, during the next call. */
  duringCall: () => Promise<void> = () => Promise.resolve();

  override async settle(userId: string, email: string | null): Promise<void> {
    const { duringCall } = this;
    this.duringCall = () => Promise.resolve();
    await duringCall();
    if (email === GOLD) premium.add(userId);
    else premium.delete(userId);
  }
}

class PlansDouble extends PlanOf {
  override entitlementsOf(userId: string): Promise<Entitlements> {
    return Promise.resolve(premium.has(userId) ? ENTITLEMENTS.premium : ENTITLEMENTS.free);
  }

  override shown(userId: string): Promise<Entitlements> {
    return this.entitlementsOf(userId);
  }
}

/** Replaces the module Billing. */
@Global()
@Module({
  providers: [
    ComplimentaryDouble,
    { provide: AfterSignIn, useExisting: ComplimentaryDouble },
    { provide: PlanOf, useClass: PlansDouble },
  ],
  exports: [AfterSignIn, PlanOf],
})
export class BillingDouble {}
