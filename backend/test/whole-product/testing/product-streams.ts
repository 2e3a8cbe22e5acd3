import type { Type } from '@nestjs/common';
import { EventCatalog } from '#infrastructure/event-log/event-catalog.ts';
import { OutgoingModule } from '#infrastructure/outgoing/outgoing.module.ts';
import { boot, type Booted, type BootOptions } from '#infrastructure/testing/boot.ts';
import { AnalyticsModule } from '#modules/analytics/analytics.module.ts';
import { BillingModule } from '#modules/billing/billing.module.ts';
import { ExternalApiModule } from '#modules/external-api/external-api.module.ts';
import { IdentityModule } from '#modules/identity/identity.module.ts';
import { InboxModule } from '#modules/inbox/inbox.module.ts';
import { IntegrationsModule } from '#modules/integrations/integrations.module.ts';
import { LinkTreeModule } from '#modules/link-tree/link-tree.module.ts';
import { NotificationsModule } from '#modules/notifications/notifications.module.ts';
import { SchedulingModule } from '#modules/scheduling/scheduling.module.ts';
import { StreamCatalog } from './golden-corpus.ts';

/** The streams that the product's modules register. So no spec needs a list of streams. */
export async function productStreams(): Promise<StreamCatalog> {
  const catalog = new StreamCatalog();
  await productModules({ provide: EventCatalog, useValue: catalog });
  return catalog;
}

/** Wires the product's modules once, with the spec's bindings in place of theirs. */
export async function productModules(...bindings: NonNullable<BootOptions['bindings']>): Promise<void> {
  const { close } = await bootProduct(...bindings);
  await close();
}

/** All modules of the product. */
export const PRODUCT_MODULES: readonly Type[] = [
  ...[OutgoingModule, IdentityModule, BillingModule],
  ...[IntegrationsModule, SchedulingModule, InboxModule, LinkTreeModule, AnalyticsModule],
  ...[NotificationsModule, ExternalApiModule],
];

/** Boots the product with the real sessions of Identity. */
export const bootProduct = (...bindings: NonNullable<BootOptions['bindings']>): Promise<Booted> =>
  boot(PRODUCT_MODULES, { bindings, database: true, realSessions: true });
