import {
  EXTERNAL_EVENTS,
  eventStream,
  listEvents,
  type EventsView,
} from '@posthorn/contracts/external/events.http';
import { Controller, Get, Headers, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CurrentToken } from '#infrastructure/http/session/current-token.ts';
import type { TokenHolder } from '#infrastructure/http/session/token-reader.ts';
import { OpenedByToken } from '#infrastructure/http/session/token-route.ts';
import { EventStream, STREAM_HEADERS } from './event-stream.ts';
import { EventStreams } from './event-streams.ts';
import { EventStreamDto, ListEventsDto } from './events.dto.ts';
import { Feed } from '../../read-models/feed/feed.ts';

const { start, now, pageLimit, pageLimitMax } = EXTERNAL_EVENTS;

/** The events of a user, page by page or as a stream. */
@Controller()
export class EventsController {
  constructor(
    private readonly feed: Feed,
    private readonly streams: EventStreams,
  ) {}

  @Get(listEvents.path)
  @OpenedByToken(listEvents.scope)
  list(
    @CurrentToken() { userId: ownerId }: TokenHolder,
    @Query() { after = start, requestedTypes: types, limit = pageLimit }: ListEventsDto,
  ): Promise<EventsView> {
    return this.feed.list({ ownerId, after, types, limit });
  }

  @Get(eventStream.path)
  @OpenedByToken(eventStream.scope)
  async follow(
    @CurrentToken() { userId: ownerId, tokenId }: TokenHolder,
    @Query() { after: asked = now, requestedTypes: types }: EventStreamDto,
    @Headers('last-event-id') lastId: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    // Some libraries send the header empty before they have an id.
    const after = lastId || asked;
    const first = await this.feed.list({ ownerId, after, types, limit: pageLimitMax });
    // An open response to HEAD would block later requests on the same connection.
    if (request.method === 'HEAD') {
      response.set(STREAM_HEADERS).end();
      return;
    }
    const stream = new EventStream(response, (cursor) =>
      this.feed.read({ ownerId, after: cursor, types, limit: pageLimitMax }),
    );
    const leave = this.streams.add({
      userId: ownerId,
      tokenId,
      wake: () => {
        stream.wake();
      },
      end: () => {
        stream.end();
      },
    });
    try {
      await stream.run(after === now ? first.cursor : after, first);
    } finally {
      leave();
    }
  }
}
