import { CommandHandler, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import { LookAtSubscription, SubscriptionsNow, type SubscriptionNow } from '../../webhooks/public.ts';
import { SubscriptionRows } from './subscription-rows.ts';

@CommandHandler(LookAtSubscription)
export class LookAtSubscriptionHandler implements ICommandHandler<LookAtSubscription> {
  constructor(private readonly rows: SubscriptionRows) {}

  execute({ accountId }: LookAtSubscription): Promise<void> {
    return this.rows.lookSoon(accountId);
  }
}

@QueryHandler(SubscriptionsNow)
export class SubscriptionsNowHandler implements IQueryHandler<SubscriptionsNow> {
  constructor(private readonly rows: SubscriptionRows) {}

  execute(): Promise<readonly SubscriptionNow[]> {
    return this.rows.all();
  }
}
