import { ENTITLEMENTS, type Entitlements } from '@posthorn/contracts/billing/entitlements';
import { Global, Module } from '@nestjs/common';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';

class Plans extends PlanOf {
  override entitlementsOf(userId: string): Promise<Entitlements> {
    return Promise.resolve(userId === 'patron' ? ENTITLEMENTS.premium : ENTITLEMENTS.free);
  }

  override shown(userId: string): Promise<Entitlements> {
    return this.entitlementsOf(userId);
  }
}

/**
 * Replaces the module Billing. The user `patron` has the premium plan, all other users have the free plan.
 */
@Global()
@Module({ providers: [{ provide: PlanOf, useClass: Plans }], exports: [PlanOf] })
export class PlansDouble {}
