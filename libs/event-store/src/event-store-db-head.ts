import { BACKWARDS, END, FORWARDS } from '@eventstore/db-client';
import { SharedQuestions } from '@posthorn/batching/shared-questions';
import type { Position } from '@posthorn/event-sourcing/event-store';
import { isOurs, toStored, type Recorded } from './event-store-db-events.ts';

/** Events in one read: enough for those that are not ours and that no filter excludes, as the identity of the log. */
const FEW = 20;

export type AllRead = Readonly<{
  from: Position | typeof END;
  direction: typeof BACKWARDS | typeof FORWARDS;
  max: number;
  /** Excludes the server’s own events. */
  filtered: boolean;
}>;

/**
 * The newest event of the product, however many events the server has written after it. The server searches those once: the next query
 * begins where the last one ended. Callers that arrive during a query share the next one, so an answer is as new as the log at the call. A
 * query without waiting callers still runs to its end, and the next one uses its result.
 */
export class EventStoreDbHead {
  readonly #readAll: (o: AllRead) => AsyncIterable<Recorded>;
  /** No event after `head` up to `end` is ours. Any event may be at `end`. */
  #known: Readonly<{ head: Position | null; end: Position }> | undefined;
  readonly #questions = new SharedQuestions<Position | null>();

  /** @param readAll includes the event at `from` forwards, not backwards, as the server does */
  constructor(readAll: (o: AllRead) => AsyncIterable<Recorded>) {
    this.#readAll = readAll;
  }

  /** @throws any error of the reads */
  ask(): Promise<Position | null> {
    return this.#questions.ask('head', () => this.#find());
  }

  async #find(): Promise<Position | null> {
    const [last] = await this.#page({ from: END, direction: BACKWARDS, max: 1, filtered: false });
    if (last === undefined) return null;
    const end = positionOf(last);
    const head = isOurs(last) ? end : await this.#before(end);
    this.#known = { head, end };
    return head;
  }

  async #before(end: Position): Promise<Position | null> {
    const known = this.#known;
    if (known?.end === end) return known.head;
    if (known !== undefined && known.end < end && (await this.#isThere(known.end))) {
      const since = await this.#page({ from: known.end, direction: FORWARDS, max: FEW, filtered: true });
      if (since.length < FEW) return newestOf(since.reverse()) ?? known.head;
    }
    return this.#search();
  }

  /** A log restored from an older copy has another event there, or none. */
  async #isThere(position: Position): Promise<boolean> {
    const [event] = await this.#page({ from: position, direction: FORWARDS, max: 1, filtered: false });
    return event !== undefined && positionOf(event) === position;
  }

  async #search(): Promise<Position | null> {
    for (let from: AllRead['from'] = END; ;) {
      const page: Recorded[] = await this.#page({ from, direction: BACKWARDS, max: FEW, filtered: true });
      const newest = newestOf(page);
      const oldest = page.at(-1);
      if (newest !== undefined || oldest === undefined || page.length < FEW) return newest ?? null;
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
