import { EventCatalog } from '#infrastructure/log/event-catalog.ts';
import { OutgoingModule } from '#infrastructure/outgoing/outgoing.module.ts';
import { boot } from '#infrastructure/testing/boot.ts';
import { BillingModule } from '#modules/billing/billing.module.ts';
import { IdentityModule } from '#modules/identity/identity.module.ts';
import { IntegrationsModule } from '#modules/integrations/integrations.module.ts';
import { SchedulingModule } from '#modules/scheduling/scheduling.module.ts';
import { StreamCatalog } from './golden-corpus.ts';

/** The streams that the modules of the product register when they are wired: no list of them is kept by hand. */
export async function productStreams(): Promise<StreamCatalog> {
  const catalog = new StreamCatalog();
  const { close } = await boot(
    [OutgoingModule, IdentityModule, BillingModule, IntegrationsModule, SchedulingModule],
    { bindings: [{ provide: EventCatalog, useValue: catalog }], database: true, realSessions: true },
  );
  await close();
  return catalog;
}
