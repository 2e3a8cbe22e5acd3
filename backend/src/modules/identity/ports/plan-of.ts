import type { Entitlements } from '@posthorn/contracts/billing/entitlements';

/** The rights of a person on their plan. Billing implements this port. */
export abstract class PlanOf {
  /** Read from the log at this moment: decisions must not use outdated data. */
  abstract entitlementsOf(userId: string): Promise<Entitlements>;

  /** Read from the read model, for screens. It also works while the log is unavailable. */
  abstract shown(userId: string): Promise<Entitlements>;
}
