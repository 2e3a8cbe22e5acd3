import { Module } from '@nestjs/common';
import { Clock } from '#infrastructure/clock.ts';
import { ProjectionRegistry } from '#infrastructure/projections/projection-registry.ts';
import { ApiDocumentController } from './api-document.controller.ts';
import { EventsController } from './feed/events.controller.ts';
import { externalFeed } from './feed/feed.projection.ts';
import { feedProviders } from './feed/feed.providers.ts';
import { McpController } from './mcp/mcp.controller.ts';
import { mcpProviders } from './mcp/mcp.providers.ts';

/** What other programs get beside single calls: the feed of events, webhooks, tools for assistants, and the document of the API. */
@Module({
  controllers: [ApiDocumentController, EventsController, McpController],
  providers: [...feedProviders, ...mcpProviders],
})
export class ExternalApiModule {
  constructor(projections: ProjectionRegistry, clock: Clock) {
    projections.add(externalFeed(clock));
  }
}
