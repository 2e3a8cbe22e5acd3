import { Module } from '@nestjs/common';
import { EventCatalog } from '#infrastructure/log/event-catalog.ts';
import { ProjectionRegistry } from '#infrastructure/projections/projection-registry.ts';
import { subscriptionStream } from './domain/subscription.ts';
import { SettleComplimentaryHandler } from './features/settle-complimentary/settle-complimentary.command.ts';
import { planList } from './features/tell-plan/plan-list.projection.ts';
import { PlanOfHandler } from './features/tell-plan/plan-of.query.ts';
import { PlanShownHandler } from './features/tell-plan/plan-shown.query.ts';

@Module({ providers: [SettleComplimentaryHandler, PlanOfHandler, PlanShownHandler] })
export class BillingModule {
  constructor(catalog: EventCatalog, projections: ProjectionRegistry) {
    catalog.add(subscriptionStream);
    projections.add(planList);
  }
}
