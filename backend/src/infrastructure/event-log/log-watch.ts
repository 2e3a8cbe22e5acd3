import { performance } from 'node:perf_hooks';
import type { EventStore, Position } from '@posthorn/event-sourcing/event-store';
import type { Pool } from 'pg';
import { seenBy } from './ages.ts';

const LOOK_MILLISECONDS = 2_000;
/** A node of a cluster may be behind the others: it is asked again soon, and believed when it says so for so long. */
const LOOK_AGAIN_MILLISECONDS = 200;
const BELIEVED_MILLISECONDS = 5_000;

/** Whether the log, while this process runs, has come to lack what the database knows of it. */
export class LogWatch {
  #lacksSince: number | null = null;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #stopped = false;

  constructor(
    private readonly store: EventStore,
    private readonly pool: Pool,
  ) {
    this.#lookIn(LOOK_MILLISECONDS);
  }

  /** What is appended now may never be read: readers have been further. */
  get lacks(): boolean {
    return this.#lacksSince !== null;
  }

  /** Somebody has put an older copy of the log back. */
  get isOlder(): boolean {
    return this.#lacksSince !== null && performance.now() - this.#lacksSince >= BELIEVED_MILLISECONDS;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  /** Also between the times, for whoever has a suspicion. */
  async look(): Promise<void> {
    try {
      // Asked before the log is, which only grows: what is read in between is no lack.
      const { position } = await seenBy(this.pool);
      const head = await this.store.head();
      const lacks = position !== null && (head === null || isBefore(head, position));
      this.#lacksSince = lacks ? (this.#lacksSince ?? performance.now()) : null;
    } catch {
      // One of the two is away: nothing is known that was not known before.
    }
  }

  #lookIn(milliseconds: number): void {
    this.#timer = setTimeout(() => {
      this.#looking = this.look().finally(() => {
        if (!this.#stopped) this.#lookIn(this.lacks ? LOOK_AGAIN_MILLISECONDS : LOOK_MILLISECONDS);
      });
    }, milliseconds);
    this.#timer.unref();
  }
}

/** Positions of a log have one length: those that a copy has moved to another log meanwhile cannot be compared. */
const isBefore = (head: Position, position: Position): boolean =>
  head.length === position.length && head < position;
