import type { Entitlements } from '@posthorn/contracts/billing/entitlements';

/** What the plan of a person allows. Billing fills it. */
export abstract class PlanOf {
  /** From the log: for decisions. */
  abstract of(userId: string): Promise<Entitlements>;

  /** From the read model: for screens. */
  abstract shown(userId: string): Promise<Entitlements>;
}
