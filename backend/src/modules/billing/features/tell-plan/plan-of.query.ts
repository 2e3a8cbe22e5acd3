import type { Plan } from '@posthorn/contracts/billing/plan';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import { subscriptionStream } from '../../domain/subscription.ts';
import { PlanOf } from '../../public.ts';

@QueryHandler(PlanOf)
export class PlanOfHandler implements IQueryHandler<PlanOf> {
  constructor(private readonly reader: EventReader) {}

  async execute({ userId }: PlanOf): Promise<Plan> {
    const { state } = await this.reader.load(subscriptionStream, userId);
    return state.plan;
  }
}
