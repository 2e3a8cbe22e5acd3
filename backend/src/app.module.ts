import { Module, type DynamicModule } from '@nestjs/common';
import type { Ground } from '#infrastructure/ground.ts';
import { InfrastructureModule } from '#infrastructure/infrastructure.module.ts';
import { OutgoingModule } from '#infrastructure/outgoing/outgoing.module.ts';
import { BillingModule } from '#modules/billing/billing.module.ts';
import { IdentityModule } from '#modules/identity/identity.module.ts';
import { IntegrationsModule } from '#modules/integrations/integrations.module.ts';
import { SchedulingModule } from '#modules/scheduling/scheduling.module.ts';

/** The whole product: the ground, and the modules that stand on it. */
@Module({})
export class AppModule {
  static on(ground: Ground): DynamicModule {
    return {
      module: AppModule,
      imports: [
        InfrastructureModule.on(ground),
        OutgoingModule,
        IdentityModule,
        BillingModule,
        IntegrationsModule,
        SchedulingModule,
      ],
    };
  }
}
