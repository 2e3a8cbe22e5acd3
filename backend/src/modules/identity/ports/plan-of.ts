import type { Entitlements } from '@posthorn/contracts/billing/entitlements';

/** Reads what the plan of a user allows. Billing implements this port. */
export abstract class PlanOf {
  /** For decisions, which must not use outdated data. The implementation reads the log. */
  abstract entitlementsOf(userId: string): Promise<Entitlements>;

  /** For screens. The implementation reads the read model, so it works without the log too. */
  abstract shown(userId: string): Promise<Entitlements>;
}
