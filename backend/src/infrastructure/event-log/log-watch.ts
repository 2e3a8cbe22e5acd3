import { performance } from 'node:perf_hooks';
import type { EventStore, Position } from '@posthorn/event-sourcing/event-store';
import type { Pool } from 'pg';
import { latestKnownPosition } from './ages.ts';

const CHECK_MILLISECONDS = 2_000;
/** Milliseconds. A node of a cluster may be behind the others, so the watch repeats a check that found missing events. */
const REPEATED_CHECK_MILLISECONDS = 200;
const CONFIRMED_MILLISECONDS = 5_000;

/** Whether the log, while this process runs, lost events that the database knows. */
export class LogWatch {
  #lacksSince: number | null = null;
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> | undefined;
  #stopped = false;

  constructor(
    private readonly store: EventStore,
    private readonly pool: Pool,
  ) {
    this.#checkAfter(CHECK_MILLISECONDS);
  }

  /** Whether readers have read past the end of this log. If they have, they would skip its next events. */
  get lacks(): boolean {
    return this.#lacksSince !== null;
  }

  /** Whether the log lacks events for so long that an older copy must have been restored. */
  get isOlder(): boolean {
    return this.#lacksSince !== null && performance.now() - this.#lacksSince >= CONFIRMED_MILLISECONDS;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#checking;
  }

  /** Checks immediately, for a caller that suspects missing events. */
  async check(): Promise<void> {
    try {
      // The position is read before the log’s head, which only grows. So events read in between do not count as missing.
      const { position } = await latestKnownPosition(this.pool);
      const head = await this.store.head();
      const lacks = position !== null && (head === null || isBefore(head, position));
      this.#lacksSince = lacks ? (this.#lacksSince ?? performance.now()) : null;
    } catch {
      // The log or the database is unavailable, so the last result stays.
    }
  }

  #checkAfter(milliseconds: number): void {
    this.#timer = setTimeout(() => {
      this.#checking = this.check().finally(() => {
        if (!this.#stopped) this.#checkAfter(this.lacks ? REPEATED_CHECK_MILLISECONDS : CHECK_MILLISECONDS);
      });
    }, milliseconds);
    this.#timer.unref();
  }
}

/** Positions of one log have the same length. A copy may have stored positions of another log in the meantime; those cannot be compared. */
const isBefore = (head: Position, position: Position): boolean =>
  head.length === position.length && head < position;
