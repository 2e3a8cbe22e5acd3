import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { StripeReconciliation } from '../../effects/follow-subscriptions/nightly-reconciliation.ts';

/** Makes the nightly check due now, because a restored backup may lack payments that Stripe has. Works without a running worker. */
export class ReconcileStripeNow extends Command<void> {}

@CommandHandler(ReconcileStripeNow)
export class ReconcileStripeNowHandler implements ICommandHandler<ReconcileStripeNow> {
  constructor(private readonly stripe: StripeReconciliation) {}

  execute(): Promise<void> {
    return this.stripe.makeDue();
  }
}
