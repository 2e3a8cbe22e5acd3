import { ENTITLEMENTS, type Entitlements } from '@posthorn/contracts/billing/entitlements';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import { planOf, subscriptionStream } from '../../domain/subscription.ts';
import { EntitlementsOf } from '../../public.ts';

@QueryHandler(EntitlementsOf)
export class EntitlementsOfHandler implements IQueryHandler<EntitlementsOf> {
  constructor(private readonly reader: EventReader) {}

  async execute({ userId }: EntitlementsOf): Promise<Entitlements> {
    const { state } = await this.reader.load(subscriptionStream, userId);
    return ENTITLEMENTS[planOf(state)];
  }
}
