import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { LookThroughStripe } from '../../effects/follow-subscriptions/nightly-look.ts';

/** Makes the nightly check due at once. After a restored backup Stripe knows of payments that Posthorn does not. The worker may not run yet. */
export class LookAtStripeNow extends Command<void> {}

@CommandHandler(LookAtStripeNow)
export class LookAtStripeNowHandler implements ICommandHandler<LookAtStripeNow> {
  constructor(private readonly stripe: LookThroughStripe) {}

  execute(): Promise<void> {
    return this.stripe.soon();
  }
}
