import type { Entitlements } from '@posthorn/contracts/billing/entitlements';

/** What a person may do on their plan. Billing fills it. */
export abstract class PlanOf {
  /** As the log has it at this moment: for decisions, which must not go by old news. */
  abstract of(userId: string): Promise<Entitlements>;

  /** As the read model has it: for screens. Goes on working while the log is away. */
  abstract shown(userId: string): Promise<Entitlements>;
}
