import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { LookThroughStripe } from '../../following/nightly-look.ts';
import { LookAtStripeNow } from '../../public.ts';

@CommandHandler(LookAtStripeNow)
export class LookAtStripeNowHandler implements ICommandHandler<LookAtStripeNow> {
  constructor(private readonly stripe: LookThroughStripe) {}

  execute(): Promise<void> {
    return this.stripe.soon();
  }
}
