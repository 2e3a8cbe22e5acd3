import { BACKWARDS, END, FORWARDS } from '@eventstore/db-client';
import { SharedQuestions } from '@posthorn/batching/shared-questions';
import type { Position } from '@posthorn/event-sourcing/event-store';
import { isOurs, toStored, type Recorded } from './event-store-db-events.ts';

/** Events in one read. The filter lets a few through that are not events of the product, such as the identity of the log. */
const PAGE = 20;

export type AllRead = Readonly<{
  from: Position | typeof END;
  direction: typeof BACKWARDS | typeof FORWARDS;
  max: number;
  /** Excludes the server’s own events. */
  filtered: boolean;
}>;

/**
 * Finds the newest event of the product, even behind many events that the server itself wrote. The server passes over the same events only
 * once: the next query begins where the last one ended. Callers that arrive during a query share the next query, so no result is older than
 * its call. A query runs to its end even when its callers have given up, and the next query uses its result.
 */
export class EventStoreDbHead {
  readonly #readAll: (o: AllRead) => AsyncIterable<Recorded>;
  /** No event between `head` and `end` is an event of the product. The event at `end` may be of any kind. */
  #known: Readonly<{ head: Position | null; end: Position }> | undefined;
  readonly #queries = new SharedQuestions<Position | null>();

  /** @param readAll reads the log. Forwards, it includes the event at `from`; backwards, it does not. The server does the same */
  constructor(readAll: (o: AllRead) => AsyncIterable<Recorded>) {
    this.#readAll = readAll;
  }

  /** @throws any error of the reads */
  ask(): Promise<Position | null> {
    return this.#queries.ask('head', () => this.#find());
  }

  async #find(): Promise<Position | null> {
    const [last] = await this.#page({ from: END, direction: BACKWARDS, max: 1, filtered: false });
    if (last === undefined) return null;
    const end = positionOf(last);
    const head = isOurs(last) ? end : await this.#newestBefore(end);
    this.#known = { head, end };
    return head;
  }

  async #newestBefore(end: Position): Promise<Position | null> {
    const known = this.#known;
    if (known?.end === end) return known.head;
    if (known !== undefined && known.end < end && (await this.#hasEventAt(known.end))) {
      const since = await this.#page({ from: known.end, direction: FORWARDS, max: PAGE, filtered: true });
      if (since.length < PAGE) return newestOf(since.reverse()) ?? known.head;
    }
    return this.#searchBackwards();
  }

  /** Whether this position is still in the log. A log that was restored from an older copy has another event there, or none. */
  async #hasEventAt(position: Position): Promise<boolean> {
    const [event] = await this.#page({ from: position, direction: FORWARDS, max: 1, filtered: false });
    return event !== undefined && positionOf(event) === position;
  }

  async #searchBackwards(): Promise<Position | null> {
    for (let from: AllRead['from'] = END; ;) {
      const page: Recorded[] = await this.#page({ from, direction: BACKWARDS, max: PAGE, filtered: true });
      const newest = newestOf(page);
      const oldest = page.at(-1);
      if (newest !== undefined || oldest === undefined || page.length < PAGE) return newest ?? null;
      from = positionOf(oldest);
    }
  }

  async #page(o: AllRead): Promise<Recorded[]> {
    const events: Recorded[] = [];
    for await (const event of this.#readAll(o)) events.push(event);
    return events;
  }
}

const positionOf = (event: Recorded): Position => toStored(event).position;

function newestOf(newestFirst: readonly Recorded[]): Position | undefined {
  const own = newestFirst.find(isOurs);
  return own && positionOf(own);
}
