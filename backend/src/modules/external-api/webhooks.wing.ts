import { Injectable } from '@nestjs/common';
import { ErasureRegistry } from '#infrastructure/readers/erasure-registry.ts';
import { ExportRegistry } from '#infrastructure/readers/export-registry.ts';
import { EventCatalog } from '#infrastructure/event-log/event-catalog.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { ProcessRegistry } from '#infrastructure/readers/process-registry.ts';
import { ProjectionRegistry } from '#infrastructure/readers/projection-registry.ts';
import { SealedTables } from '#infrastructure/vault/sealed-tables.ts';
import { webhookStream } from './domain/webhook/webhook.ts';
import { askOwners } from './effects/deliver-webhooks/ask-owners.process.ts';
import { Deliveries } from './stores/deliveries/deliveries.ts';
import { endWithTokens, pauseForOwners } from './effects/deliver-webhooks/end-with-tokens.process.ts';
import { WebhooksPart } from './features/export-webhooks/export-webhooks.ts';
import { fanOut } from './effects/deliver-webhooks/fan-out.process.ts';
import { webhookIds } from './read-models/webhooks/webhook-ids.projection.ts';
import { settleWebhooks } from './effects/deliver-webhooks/settle-webhooks.process.ts';
import { Suspensions } from './effects/deliver-webhooks/suspensions.ts';
import { WebhookRows } from './read-models/webhooks/webhook-rows.ts';
import { WEBHOOK_SECRETS } from './read-models/webhooks/webhook-secrets.ts';

/** What webhooks have of streams, read models, processes, secrets and rows of people. */
@Injectable()
export class WebhooksWing {
  constructor(
    catalog: EventCatalog,
    projections: ProjectionRegistry,
    processes: ProcessRegistry,
    writer: StreamWriter,
    sealed: SealedTables,
    exports: ExportRegistry,
    part: WebhooksPart,
    erasures: ErasureRegistry,
    deliveries: Deliveries,
    reader: EventReader,
    rows: WebhookRows,
    suspensions: Suspensions,
  ) {
    catalog.add(webhookStream);
    projections.add(webhookIds);
    processes.add(fanOut(deliveries));
    processes.add(settleWebhooks(reader, rows));
    processes.add(askOwners(writer));
    processes.add(endWithTokens(rows, suspensions));
    processes.add(pauseForOwners(rows, suspensions));
    sealed.add(WEBHOOK_SECRETS);
    exports.add(part);
    erasures.add({
      module: 'external-api',
      tables: [
        { table: 'external.webhook', owner: 'owner_id' },
        { table: 'external.webhook_secret', owner: { by: 'endpoint_id', of: 'external.webhook' } },
        { table: 'external.delivery', owner: 'owner_id' },
      ],
    });
  }
}
