import { Module } from '@nestjs/common';
import { Clock } from '#infrastructure/clock.ts';
import { OutgoingModule } from '#infrastructure/outgoing/outgoing.module.ts';
import { ProjectionRegistry } from '#infrastructure/readers/projection-registry.ts';
import { defineHousekeeping } from '#infrastructure/effects/housekeeping.ts';
import { ApiDocumentController } from './features/show-document/api-document.controller.ts';
import { EventStreams } from './features/follow-events/event-streams.ts';
import { EventsController } from './features/follow-events/events.controller.ts';
import { externalFeed, keptSince } from './read-models/feed/feed.projection.ts';
import { FeedRows } from './read-models/feed/feed-rows.ts';
import { Feed } from './read-models/feed/feed.ts';
import { McpController } from './features/mcp/mcp.controller.ts';
import { ToolServer } from './features/mcp/tool-server.ts';
import { ExternalWebhooksController } from './features/manage-webhooks/external-webhooks.controller.ts';
import { WebhooksController } from './features/manage-webhooks/webhooks.controller.ts';
import { webhooksProviders } from './webhooks.providers.ts';

/** Forgets events that are too old to be asked for. */
export const FeedHousekeeping = defineHousekeeping({
  name: 'external.feed-housekeeping',
  logger: 'external-api',
  needs: { rows: FeedRows, clock: Clock },
  steps: ({ rows, clock }) => [() => rows.forgetBefore(keptSince(clock.now()))],
});

/** What other programs get beside single calls: the feed of events, webhooks, tools for assistants, and the document of the API. */
@Module({
  imports: [OutgoingModule],
  controllers: [
    ...[ApiDocumentController, EventsController, McpController],
    ...[WebhooksController, ExternalWebhooksController],
  ],
  providers: [...[FeedRows, Feed, EventStreams, FeedHousekeeping], ToolServer, ...webhooksProviders],
})
export class ExternalApiModule {
  constructor(projections: ProjectionRegistry, clock: Clock) {
    projections.add(externalFeed(clock));
  }
}
