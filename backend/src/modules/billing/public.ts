import type { Plan } from '@posthorn/contracts/billing/plan';
import { Command, Query } from '@nestjs/cqrs';

/** The door of Billing for other modules. */

/** The plan as the log has it at this moment: for limits, which must not be decided on old news. */
export class PlanOf extends Query<Plan> {
  constructor(readonly userId: string) {
    super();
  }
}

/** The plan as the read model has it: for screens. Goes on working while the log is away. */
export class PlanShown extends Query<Plan> {
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
