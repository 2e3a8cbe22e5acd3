import { performance } from 'node:perf_hooks';
import type { EventStore, Position } from '@posthorn/event-sourcing/event-store';
import type { Pool } from 'pg';
import { latestKnownPosition } from './ages.ts';

const LOOK_MILLISECONDS = 2_000;
/** In milliseconds. A node of a cluster may be behind the others, so the check is repeated before the watch believes it. */
const LOOK_AGAIN_MILLISECONDS = 200;
const BELIEVED_MILLISECONDS = 5_000;

/** Whether the log, while this process runs, lost events that the database knows. */
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

  /** Readers have read past the end of this log, so they would never read new events. */
  get lacks(): boolean {
    return this.#lacksSince !== null;
  }

  /** Someone has restored an older copy of the log. */
  get isOlder(): boolean {
    return this.#lacksSince !== null && performance.now() - this.#lacksSince >= BELIEVED_MILLISECONDS;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  /** Checks at once, for a caller with a suspicion. */
  async look(): Promise<void> {
    try {
      // Read before the log’s head, which only grows, so events read in between do not count as missing.
      const { position } = await latestKnownPosition(this.pool);
      const head = await this.store.head();
      const lacks = position !== null && (head === null || isBefore(head, position));
      this.#lacksSince = lacks ? (this.#lacksSince ?? performance.now()) : null;
    } catch {
      // The log or the database is unavailable, so the last result stays.
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

/** Positions of one log have the same length. A copy may have stored positions of another log meanwhile; those cannot be compared. */
const isBefore = (head: Position, position: Position): boolean =>
  head.length === position.length && head < position;
