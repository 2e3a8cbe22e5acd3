import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { EventStore, type Position, type StoredEvent } from '@posthorn/event-sourcing/event-store';
import { WakeUp } from '@posthorn/event-store/wake-up';
import { Injectable, Logger } from '@nestjs/common';
import { LogPages } from './log-pages.ts';

/** Newest events kept in memory: readers that are nearly caught up need no query of their own. */
const KEPT = 2_000;
const RETRY_MILLISECONDS = 1_000;
/**
 * The first event of a while wakes the readers at once; under a stream of them so long is gathered. EventStoreDB sends each
 * event by itself, and a dozen readers that take them one by one cost a dozen transactions an event.
 */
const GATHER_MILLISECONDS = 10;

/** One live subscription for all readers of this process. Each reader keeps its own position and pace. */
@Injectable()
export class LogTail {
  readonly #logger = new Logger('event log');
  readonly #news = new WakeUp();
  #events: StoredEvent[] = [];
  /** Everything after this position is in `#events`; undefined while there is no subscription. */
  #floor: string | undefined;
  #running: Promise<void> | undefined;
  #rangAt = -Infinity;
  #ringing: NodeJS.Timeout | undefined;

  readonly #pages: LogPages;

  constructor(private readonly store: EventStore) {
    this.#pages = new LogPages(store);
  }

  start(signal: AbortSignal): void {
    this.#running ??= this.#run(signal);
  }

  async stopped(): Promise<void> {
    await this.#running;
    this.#running = undefined;
  }

  /** What to hand to `sleep`: taken before looking for events. */
  get heard(): number {
    return this.#news.heard;
  }

  /** Until the log grows, or `atMost` milliseconds. */
  sleep(heard: number, signal: AbortSignal, atMost?: number): Promise<void> {
    return this.#news.sleep(heard, signal, atMost);
  }

  /** Whoever sleeps looks again. */
  wake(): void {
    this.#news.ring();
  }

  /** The next events in log order; none means: caught up. */
  async page(after: Position | null, max: number): Promise<StoredEvent[]> {
    const recent = this.#isOfThisLog(after) ? this.#recent(after ?? '', max) : undefined;
    return recent ?? this.#pages.read(after, max);
  }

  /** A copy moves checkpoints to positions of another log, beside a product that runs on this one: the store refuses those. */
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
        this.#floor = head ?? '';
        this.#events = [];
        this.#news.ring();
        for await (const event of this.store.subscribeAll({ after: head ?? undefined, signal }))
          this.#keep(event);
      } catch (error) {
        if (open()) this.#logger.warn(`Subscription ended, starting again: ${String(error)}`);
      }
      this.#floor = undefined;
      if (!signal.aborted)
        await pause(RETRY_MILLISECONDS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  #keep(event: StoredEvent): void {
    this.#events.push(event);
    if (this.#events.length >= 2 * KEPT) {
      const dropped = this.#events.splice(0, KEPT);
      this.#floor = dropped.at(-1)?.position ?? this.#floor;
    }
    this.#ringSoon();
  }

  #ringSoon(): void {
    this.#ringing ??= setTimeout(
      () => {
        this.#ringing = undefined;
        this.#rangAt = performance.now();
        this.#news.ring();
      },
      Math.max(0, this.#rangAt + GATHER_MILLISECONDS - performance.now()),
    );
  }
}
