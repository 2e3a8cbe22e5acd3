import { SharedQuestions } from '@posthorn/batching/shared-questions';
import type { EventStore, Position, StoredEvent } from '@posthorn/event-sourcing/event-store';

/** Readers that begin together read at about the same pace, so a few pages are enough. */
const PAGES_KEPT = 8;
const KEPT_MILLISECONDS = 1_000;

/**
 * Pages of events, read once for all readers that need them. After an update or a restore, many readers read the whole log together, and at a
 * start all of them request its end. A full page never changes. A page that is not full ends at the end of the log, which grows.
 */
export class LogPages {
  readonly #pages = new Map<string, Promise<StoredEvent[]>>();
  readonly #reads = new SharedQuestions<StoredEvent[]>();
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly store: EventStore) {}

  /** Returns at least the events that exist at the time of the call. */
  async read(after: Position | null, max: number): Promise<StoredEvent[]> {
    this.#forgetLater();
    const key = `${String(max)} ${after ?? ''}`;
    const read = () => this.#reads.ask(key, () => this.#read(after, max));
    const cachedPage = this.#pages.get(key);
    if (cachedPage) {
      const events = await cachedPage;
      // A query that was already running may lack events that arrived before this call.
      return events.length < max ? read() : events;
    }
    const page = read();
    this.#pages.set(key, page);
    const forget = () => {
      if (this.#pages.get(key) === page) this.#pages.delete(key);
    };
    page.then((events) => {
      if (events.length < max) forget();
    }, forget);
    const oldest = this.#pages.keys().next();
    if (this.#pages.size > PAGES_KEPT && !oldest.done) this.#pages.delete(oldest.value);
    return page;
  }

  forget(): void {
    this.#pages.clear();
  }

  async #read(after: Position | null, max: number): Promise<StoredEvent[]> {
    const events: StoredEvent[] = [];
    for await (const event of this.store.readAll({ after: after ?? undefined, max })) events.push(event);
    return events;
  }

  #forgetLater(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#pages.clear();
    }, KEPT_MILLISECONDS).unref();
    this.#timer.refresh();
  }
}
