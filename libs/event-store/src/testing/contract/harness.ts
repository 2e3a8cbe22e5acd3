import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { EventStore, StoredEvent } from '@posthorn/event-sourcing/event-store';

/** How the suite accesses one kind of store. A harness omits unsupported features, and the suite skips their cases. */
export type Harness = Readonly<{
  /** Opens another adapter on the same log. The suite closes the adapter. */
  open: () => Promise<EventStore>;
  /** Opens an adapter on a new, empty log. */
  openEmpty?: () => Promise<EventStore>;
  /** How many events the log has sent to its readers, or an upper bound. */
  sent?: () => number;
  /** How many readers have an open call at the log. */
  readers?: () => Promise<number>;
  /** Append calls that reached the log. */
  appendCalls?: () => number;
}>;

/** The store of the running group, and stream names unique to the run. */
export type Scene = Readonly<{
  store: EventStore;
  harness: Harness;
  name: (of: string) => string;
}>;

export const runPrefix = (): string => `c${randomUUID().slice(0, 8)}`;

/** Waits for a condition. Only the time limit of the spec limits the wait. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await wait(5);
}

/** A subscriber that keeps the received events. */
export class TestSubscriber {
  readonly got: StoredEvent[] = [];
  caughtUp = 0;
  readonly done: Promise<void>;
  readonly #stop = new AbortController();

  constructor(store: EventStore, prefix: string, after?: StoredEvent['position']) {
    this.done = this.#run(store, prefix, after);
  }

  async has(count: number): Promise<void> {
    await Promise.race([until(() => this.got.length >= count), this.done]);
    if (this.got.length < count) {
      throw new Error(`The subscription ended after ${String(this.got.length)} of ${String(count)} events`);
    }
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.done;
  }

  async #run(store: EventStore, prefix: string, after?: StoredEvent['position']): Promise<void> {
    const onCaughtUp = () => {
      this.caughtUp += 1;
    };
    for await (const event of store.subscribeAll({ after, signal: this.#stop.signal, onCaughtUp })) {
      if (event.stream.startsWith(prefix)) this.got.push(event);
    }
  }
}
