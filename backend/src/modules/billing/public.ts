import type { PricesView } from '@posthorn/contracts/billing/billing.http';
import type { Entitlements } from '@posthorn/contracts/billing/entitlements';
import type { Event } from '@posthorn/event-sourcing';
import { Command, Query } from '@nestjs/cqrs';
import type { Finding } from '#infrastructure/operations/finding.ts';

/** The door of Billing for other modules. */

/** What somebody may do as the log has it at this moment: for decisions, which must not go by old news. */
export class EntitlementsOf extends Query<Entitlements> {
  constructor(readonly userId: string) {
    super();
  }
}

/** Somebody's plan is another, or one of several causes of the same. */
export type PlanChangedEvent =
  Event<'PremiumGranted', 1, { userId: string }> | Event<'PremiumEnded', 1, { userId: string }>;

/** The same for read models of their own: somebody has Premium while one cause holds. */
export type PremiumCauseEvent =
  | Event<'PremiumGranted', number, { userId: string; cause: string }>
  | Event<'PremiumEnded', number, { userId: string; cause: string }>;

/** The same as the read model has it: for screens. Goes on working while the log is away. */
export class EntitlementsShown extends Query<Entitlements> {
  constructor(readonly userId: string) {
    super();
  }
}

/** Sent at every sign-in: grants or ends Premium as the operator's list of addresses (`COMPLIMENTARY_PREMIUM`) says. */
export class SettleComplimentaryPremium extends Command<void> {
  constructor(
    readonly userId: string,
    /** Lower case. */
    readonly email: string,
  ) {
    super();
  }
}

/** Tries the key and says what is missing at Stripe. Asks Stripe. */
export class DiagnoseBilling extends Query<readonly Finding[]> {}

/** Makes the prices of the ladder, and a configuration of the customer portal, where Stripe has none. Answers what was made. */
export class MakePrices extends Command<readonly string[]> {}

/** The look of the night is due at once: after a restored backup Stripe knows of payments that are forgotten here. Its worker may not run yet. */
export class LookAtStripeNow extends Command<void> {}

/** What Premium costs whoever begins today. */
export class PricesShown extends Query<PricesView> {}
