import { Module, type DynamicModule } from '@nestjs/common';
import type { AppContext } from '#infrastructure/app-context.ts';
import { InfrastructureModule } from '#infrastructure/infrastructure.module.ts';
import { OutgoingModule } from '#infrastructure/outgoing/outgoing.module.ts';
import { AnalyticsModule } from '#modules/analytics/analytics.module.ts';
import { BillingModule } from '#modules/billing/billing.module.ts';
import { ExternalApiModule } from '#modules/external-api/external-api.module.ts';
import { IdentityModule } from '#modules/identity/identity.module.ts';
import { InboxModule } from '#modules/inbox/inbox.module.ts';
import { IntegrationsModule } from '#modules/integrations/integrations.module.ts';
import { LinkTreeModule } from '#modules/link-tree/link-tree.module.ts';
import { NotificationsModule } from '#modules/notifications/notifications.module.ts';
import { SchedulingModule } from '#modules/scheduling/scheduling.module.ts';

/**
 * The root module of the product: the infrastructure and all other modules. Nest looks for each dependency in the modules in the order in which it
 * adds them, and most dependencies are in the infrastructure. It adds the imports that `on` returns first.
 */
@Module({
  imports: [
    OutgoingModule,
    IdentityModule,
    BillingModule,
    IntegrationsModule,
    SchedulingModule,
    InboxModule,
    LinkTreeModule,
    AnalyticsModule,
    NotificationsModule,
    ExternalApiModule,
  ],
})
export class AppModule {
  static on(context: AppContext): DynamicModule {
    return { module: AppModule, imports: [InfrastructureModule.on(context)] };
  }
}
