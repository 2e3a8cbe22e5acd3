import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NightRows } from '../../following/following-rows.ts';
import { LookAtStripeNow } from '../../public.ts';

@CommandHandler(LookAtStripeNow)
export class LookAtStripeNowHandler implements ICommandHandler<LookAtStripeNow> {
  constructor(private readonly rows: NightRows) {}

  execute(): Promise<void> {
    return this.rows.begin();
  }
}
