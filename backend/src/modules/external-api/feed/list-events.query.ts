import type { EventsView } from '@posthorn/contracts/external/events.http';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ReadGate } from '#infrastructure/projections/read-gate.ts';
import { FEED } from './feed.projection.ts';
import { Feed, type FeedRequest } from './feed.ts';

/** What happened to somebody's things, a page of it. @throws CursorGone, RequestRefused */
export class ListEvents extends Query<EventsView> {
  constructor(readonly request: FeedRequest) {
    super();
  }
}

@QueryHandler(ListEvents)
export class ListEventsHandler implements IQueryHandler<ListEvents> {
  constructor(
    private readonly gate: ReadGate,
    private readonly feed: Feed,
  ) {}

  async execute({ request }: ListEvents): Promise<EventsView> {
    await this.gate.waitFor([FEED]);
    return this.feed.read(request);
  }
}
