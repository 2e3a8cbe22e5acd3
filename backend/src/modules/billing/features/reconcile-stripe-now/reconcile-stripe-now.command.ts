import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { StripeReconciliation } from '../../effects/follow-subscriptions/nightly-reconciliation.ts';

/** Makes the nightly check due at once. After a restored backup Stripe knows of payments that Posthorn does not. The worker may not run yet. */
export class ReconcileStripeNow extends Command<void> {}

@CommandHandler(ReconcileStripeNow)
export class ReconcileStripeNowHandler implements ICommandHandler<ReconcileStripeNow> {
  constructor(private readonly stripe: StripeReconciliation) {}

  execute(): Promise<void> {
    return this.stripe.makeDue();
  }
}
