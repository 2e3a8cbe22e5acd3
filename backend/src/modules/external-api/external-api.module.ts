import { Global, Module } from '@nestjs/common';
import { Clock } from '#infrastructure/clock.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { MAILING, mailTimes } from '#infrastructure/mail/mail-times.ts';
import { injected } from '#infrastructure/manifest/injected.ts';
import { manifest } from '#infrastructure/manifest/manifest.ts';
import { OutgoingModule } from '#infrastructure/outgoing/outgoing.module.ts';
import { ApiDocumentController } from './features/show-document/api-document.controller.ts';
import { webhookStream } from './domain/webhook/webhook.ts';
import { EventStreams } from './features/follow-events/event-streams.ts';
import { EventsController } from './features/follow-events/events.controller.ts';
import { FollowOlderWebhookLogHandler } from './features/follow-older-log/follow-older-webhook-log.command.ts';
import { FeedHousekeeping } from './effects/forget-feed.ts';
import { FeedRows } from './read-models/feed/feed-rows.ts';
import { externalFeed } from './read-models/feed/feed.projection.ts';
import { Feed } from './read-models/feed/feed.ts';
import { McpController } from './features/mcp/mcp.controller.ts';
import { ToolServer } from './features/mcp/tool-server.ts';
import { askOwners } from './effects/deliver-webhooks/ask-owners.process.ts';
import { ChangeWebhookHandler } from './features/manage-webhooks/change-webhook.command.ts';
import { CreateWebhookHandler } from './features/manage-webhooks/create-webhook.command.ts';
import { Deliveries } from './stores/deliveries/deliveries.ts';
import { DELIVERING, deliveringTimes } from './effects/deliver-webhooks/delivering-times.ts';
import { DeliveryCall } from './effects/deliver-webhooks/delivery-call.ts';
import { DeliveryLoop, OverdueDeliveries, SendDelivery } from './effects/deliver-webhooks/delivery-loop.ts';
import { endWithTokens, pauseForOwners } from './effects/deliver-webhooks/end-with-tokens.process.ts';
import { WebhooksPart } from './features/export-webhooks/export-webhooks.ts';
import { ExternalWebhooksController } from './features/manage-webhooks/external-webhooks.controller.ts';
import { fanOut } from './effects/deliver-webhooks/fan-out.process.ts';
import { WebhookMails } from './effects/webhook-mails/webhook-mails.ts';
import { OwnDeliveries } from './features/manage-webhooks/own-deliveries.ts';
import { OwnWebhooks } from './features/manage-webhooks/own-webhooks.ts';
import { ReceiverAddresses } from './stores/webhooks/receiver-addresses.ts';
import { settleWebhooks } from './effects/deliver-webhooks/settle-webhooks.process.ts';
import { Suspensions } from './effects/deliver-webhooks/suspensions.ts';
import { TestWebhookHandler } from './features/manage-webhooks/test-webhook.command.ts';
import { webhookIds } from './read-models/webhooks/webhook-ids.projection.ts';
import { WebhookRows } from './read-models/webhooks/webhook-rows.ts';
import { WEBHOOK_SECRETS, WebhookSecrets } from './read-models/webhooks/webhook-secrets.ts';
import { WebhooksHousekeeping } from './effects/forget-deliveries.ts';
import { ShowStatisticsHandler } from './features/show-statistics/show-statistics.query.ts';
import { StatisticsController } from './features/show-statistics/statistics.controller.ts';
import { ExternalMeController } from './features/show-token-holder/external-me.controller.ts';
import { ShowTokenHolderHandler } from './features/show-token-holder/show-token-holder.query.ts';
import { OwnWebhooksController } from './features/manage-webhooks/webhooks.controller.ts';

/** The product's interface for other programs: events, webhooks, assistants' tools, the API document, and responses that combine several modules. */
@Global()
@Module(
  manifest({
    name: 'external-api',
    imports: [OutgoingModule],
    controllers: [
      ...[ApiDocumentController, EventsController, McpController, ExternalMeController, StatisticsController],
      ...[OwnWebhooksController, ExternalWebhooksController],
    ],
    streams: [webhookStream],
    readModels: [injected([Clock], externalFeed), webhookIds],
    processes: [
      injected([Deliveries], fanOut),
      injected([EventReader, WebhookRows], settleWebhooks),
      injected([StreamWriter], askOwners),
      injected([WebhookRows, Suspensions], endWithTokens),
      injected([WebhookRows, Suspensions, EventReader], pauseForOwners),
    ],
    effects: [WebhookMails],
    leasedWork: [DeliveryLoop],
    housekeeping: [FeedHousekeeping, WebhooksHousekeeping],
    encryptedTables: [WEBHOOK_SECRETS],
    erasure: {
      tables: [
        { table: 'external.webhook', owner: 'owner_id' },
        { table: 'external.webhook_secret', owner: { by: 'endpoint_id', of: 'external.webhook' } },
        { table: 'external.delivery', owner: 'owner_id' },
      ],
    },
    exportParts: [WebhooksPart],
    metrics: [OverdueDeliveries],
    providers: [
      { provide: DELIVERING, useValue: deliveringTimes(process.env) },
      { provide: MAILING, useValue: mailTimes(process.env) },
      ...[FeedRows, Feed, EventStreams, ToolServer, ShowStatisticsHandler, ShowTokenHolderHandler],
      ...[WebhookSecrets, WebhookRows, OwnWebhooks, ReceiverAddresses, Suspensions],
      ...[CreateWebhookHandler, ChangeWebhookHandler, TestWebhookHandler, FollowOlderWebhookLogHandler],
      ...[Deliveries, DeliveryCall, SendDelivery, OwnDeliveries],
    ],
  }),
)
export class ExternalApiModule {}
