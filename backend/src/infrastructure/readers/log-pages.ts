import type { EventStore, Position, StoredEvent } from '@posthorn/event-sourcing/event-store';

/** Readers that begin together keep about the same pace. */
const KEPT = 8;
const KEPT_MILLISECONDS = 1_000;

/**
 * Pages of the past, read once for all readers that ask for the same ones: after an update or a restore many of them read
 * the whole log at the same time. A full page never changes; one that is not full ends at the end of the log, which does.
 */
export class LogPages {
  readonly #pages = new Map<string, Promise<StoredEvent[]>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly store: EventStore) {}

  /** What there is when it is asked for, at least. */
  async read(after: Position | null, max: number): Promise<StoredEvent[]> {
    this.#forgetLater();
    const key = `${String(max)} ${after ?? ''}`;
    const known = this.#pages.get(key);
    if (known) {
      const events = await known;
      // One that was on its way and is not full may lack what came before we asked.
      return events.length < max ? this.#read(after, max) : events;
    }
    const page = this.#read(after, max);
    this.#pages.set(key, page);
    const forget = () => {
      if (this.#pages.get(key) === page) this.#pages.delete(key);
    };
    page.then((events) => {
      if (events.length < max) forget();
    }, forget);
    const oldest = this.#pages.keys().next();
    if (this.#pages.size > KEPT && !oldest.done) this.#pages.delete(oldest.value);
    return page;
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
