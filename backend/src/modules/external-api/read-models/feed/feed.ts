import {
  EXTERNAL_EVENT_TEXT,
  EXTERNAL_EVENTS,
  type EventsView,
  type PublicEventType,
} from '@posthorn/contracts/external/events.http';
import { EventStore } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';
import { RequestRefused } from '#infrastructure/http/errors/request-refused.ts';
import { PositionContext, requestPositions } from '#infrastructure/event-log/position-context.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { FEED } from './feed.projection.ts';
import { FeedRows, type FeedPage } from './feed-rows.ts';
import { publicIdOf } from './public-event.ts';
import { CursorGone } from './cursor-gone.ts';

const { start, now } = EXTERNAL_EVENTS;
const PUBLIC_ID = /^evt_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;
const SOON = { 'retry-after': '2' } as const;

/** `types`: null: all types. */
export type FeedRequest = Readonly<{
  ownerId: string;
  after: string;
  types: readonly PublicEventType[] | null;
  limit: number;
}>;

/** A user's public events, in pages. */
@Injectable()
export class Feed {
  constructor(
    private readonly rows: FeedRows,
    private readonly gate: ReadGate,
    private readonly positions: PositionContext,
    private readonly store: EventStore,
  ) {}

  /** Returns a page that includes the effects of all the caller's earlier requests. @throws as `read` */
  async list(request: FeedRequest): Promise<EventsView> {
    await this.gate.waitFor([FEED.name]);
    return this.read(request);
  }

  /** @throws CursorGone, RequestRefused 400 for an invalid cursor, 503 when the read model may be behind */
  async read({ ownerId, after, types, limit }: FeedRequest): Promise<EventsView> {
    if (after === now)
      return { events: [], cursor: cursorOf(await this.rows.newestOf(ownerId)), more: false };
    const fact = after === start ? null : factOf(after);
    const ask = () => this.rows.page({ ownerId, after: fact, types, limit });
    const page = (await ask()) ?? (await this.#readAfterWait(ownerId, ask));
    return {
      events: page.events,
      cursor: page.last === null ? after : publicIdOf(page.last),
      more: page.more,
    };
  }

  /** A client that got an event in another way, such as a webhook, may ask before the read model contains it. So this waits and reads again. */
  async #readAfterWait(ownerId: string, ask: () => Promise<FeedPage | null>): Promise<FeedPage> {
    const all = requestPositions(await this.store.head());
    await this.positions.run(all, () => this.gate.waitFor([FEED.name]));
    const page = await ask();
    if (page) return page;
    if (all.stale) throw new RequestRefused('external.feed-behind', EXTERNAL_EVENT_TEXT.behind, SOON);
    const oldest = await this.rows.oldestOf(ownerId);
    throw new CursorGone(oldest === null ? null : publicIdOf(oldest));
  }
}

const cursorOf = (fact: string | null): string => (fact === null ? start : publicIdOf(fact));

function factOf(cursor: string): string {
  const fact = PUBLIC_ID.exec(cursor)?.[1];
  if (fact === undefined)
    throw new RequestRefused('external.cursor-not-valid', EXTERNAL_EVENT_TEXT.cursorNotValid);
  return fact;
}
