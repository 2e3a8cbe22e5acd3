import { BACKWARDS, END, FORWARDS } from '@eventstore/db-client';
import { SharedQuestions } from '@posthorn/batching/shared-questions';
import type { Position } from '@posthorn/event-sourcing/event-store';
import { isOurs, toStored, type Recorded } from './event-store-db-events.ts';

/** Events asked for at a time: enough for those that are not ours and no filter knows, as the identity of the log. */
const FEW = 20;

export type AllRead = Readonly<{
  from: Position | typeof END;
  direction: typeof BACKWARDS | typeof FORWARDS;
  max: number;
  /** Without what the server writes by itself. */
  filtered: boolean;
}>;

/**
 * The newest event of the product, however much the server has written behind it. What lies behind it is searched by the
 * server, once: the next question begins where the last one ended. Whoever asks while a question is under way shares the
 * next one, so an answer is as new as the log was when it was asked for, and many who ask cost what one costs. A question
 * that nobody waits for any more is the only one of its store, and what it found out serves the next.
 */
export class EventStoreDbHead {
  readonly #readAll: (o: AllRead) => AsyncIterable<Recorded>;
  /** Nothing behind `head` up to `end`, where any event may stand, is ours. */
  #known: Readonly<{ head: Position | null; end: Position }> | undefined;
  readonly #questions = new SharedQuestions<Position | null>();

  /** @param readAll includes the event at `from` forwards, not backwards, as the server does */
  constructor(readAll: (o: AllRead) => AsyncIterable<Recorded>) {
    this.#readAll = readAll;
  }

  /** @throws what the reads throw */
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

  /** A log that was put back from an older copy has another event there, or none. */
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
