import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { categoryOf } from '@posthorn/event-sourcing';
import { EventStore, type Position, type StoredEvent } from '@posthorn/event-sourcing/event-store';
import { Injectable, Logger } from '@nestjs/common';
import { EventCodec } from '#infrastructure/event-log/event-codec.ts';
import { isTransient } from '#infrastructure/event-log/is-transient.ts';
import { LogPages } from './log-pages.ts';
import { Outage } from './outage.ts';
import { TailFollower } from './tail-follower.ts';

/** The newest events in memory, so that readers that are nearly caught up need no query. */
const KEPT = 2_000;
const RETRY_MILLISECONDS = 1_000;
/**
 * Milliseconds. The first event after a pause wakes the readers immediately. Further events are collected for this time. EventStoreDB sends
 * each event separately, and a dozen readers that handled them one by one would need a dozen transactions for each event.
 */
const GATHER_MILLISECONDS = 10;

/** One live subscription for all readers of this process. Each reader keeps its own position and pace. */
@Injectable()
export class LogTail {
  /** Outages of the log or the database, for all readers. */
  readonly outage = new Outage();
  readonly #logger = new Logger('event log');
  readonly #followers = new Set<TailFollower>();
  /** Events of which the followers were not notified yet: one of each type and category. */
  readonly #unannounced = new Map<string, StoredEvent>();
  /** The position up to which the followers were notified; null: in an empty log. */
  #announcedTo: Position | null = null;
  #events: StoredEvent[] = [];
  /** The position of the newest event that the subscription has delivered. */
  #newest: Position | undefined;
  /** Everything after this position is in `#events`; undefined while there is no subscription. */
  #floor: string | undefined;
  #running: Promise<void> | undefined;
  #announcedAt = -Infinity;
  #announcing: NodeJS.Timeout | undefined;

  readonly #pages: LogPages;

  constructor(
    private readonly store: EventStore,
    private readonly codec: EventCodec,
  ) {
    this.#pages = new LogPages(store);
  }

  start(signal: AbortSignal): void {
    this.#running ??= this.#run(signal);
  }

  async stopped(): Promise<void> {
    await this.#running;
    this.#running = undefined;
  }

  /**
   * Notifies this reader of events that concern it, until it leaves.
   * @param concerns depends only on the type and the category of an event
   */
  follow(concerns: (event: StoredEvent) => boolean): TailFollower {
    const follower = new TailFollower(concerns);
    this.#followers.add(follower);
    return follower;
  }

  leave(follower: TailFollower): void {
    this.#followers.delete(follower);
  }

  /** Returns the next events in log order. An empty list means that the reader has caught up. */
  async page(after: Position | null, max: number): Promise<StoredEvent[]> {
    const recent = this.#isOfThisLog(after) ? this.#recent(after ?? '', max) : undefined;
    if (recent) return recent;
    const page = await this.#pages.read(after, max);
    this.codec.countUnknown(page);
    return page;
  }

  /**
   * From now on, earlier events are read from the log. After a failover, a database may lack the newest transactions: their events, and the
   * checkpoints behind them.
   */
  forget(): void {
    this.#floor = this.#events.at(-1)?.position ?? this.#floor;
    this.#events = [];
    this.#pages.forget();
  }

  /** A copy of the log moves checkpoints to positions of another log while a product still runs on this one. The store refuses such positions. */
  #isOfThisLog(after: Position | null): boolean {
    return after === null || after.length === (this.#events[0]?.position ?? this.#floor)?.length;
  }

  #recent(after: string, max: number): StoredEvent[] | undefined {
    if (this.#floor === undefined || after < this.#floor) return undefined;
    let low = 0;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#events[middle]?.position ?? '') <= after) low = middle + 1;
      else high = middle;
    }
    return this.#events.slice(low, low + max);
  }

  async #run(signal: AbortSignal): Promise<void> {
    const open = () => !signal.aborted;
    while (open()) {
      try {
        const head = await this.store.head();
        this.outage.passed(this);
        this.#floor = head ?? '';
        this.#events = [];
        this.#announcedTo = head;
        this.#unannounced.clear();
        // The followers were not notified of events that arrived without a subscription.
        for (const follower of this.#followers) follower.wake();
        for await (const event of this.store.subscribeAll({ after: head ?? undefined, signal }))
          this.#keep(event);
      } catch (error) {
        this.#floor = undefined;
        if (open() && isTransient(error)) {
          await this.outage.wait(this, String(error), signal);
          continue;
        }
        if (open())
          this.#logger.warn({ msg: 'The subscription to the event log ended; it starts again', err: error });
      }
      this.#floor = undefined;
      if (!signal.aborted)
        await pause(RETRY_MILLISECONDS, undefined, { signal, ref: false }).catch(() => undefined);
    }
    this.outage.left(this);
  }

  #keep(event: StoredEvent): void {
    this.#events.push(event);
    this.#newest = event.position;
    this.codec.countUnknown([event]);
    if (this.#events.length >= 2 * KEPT) {
      const dropped = this.#events.splice(0, KEPT);
      this.#floor = dropped.at(-1)?.position ?? this.#floor;
    }
    this.#unannounced.set(`${categoryOf(event.stream)} ${event.type}`, event);
    this.#announceSoon();
  }

  #announceSoon(): void {
    this.#announcing ??= setTimeout(
      () => {
        this.#announcing = undefined;
        this.#announcedAt = performance.now();
        this.#announce();
      },
      Math.max(0, this.#announcedAt + GATHER_MILLISECONDS - performance.now()),
    );
  }

  #announce(): void {
    const to = this.#newest;
    if (to === undefined || this.#unannounced.size === 0) return;
    const newEvents = { from: this.#announcedTo, to, events: [...this.#unannounced.values()] };
    this.#announcedTo = to;
    this.#unannounced.clear();
    for (const follower of this.#followers) follower.notify(newEvents);
  }
}
