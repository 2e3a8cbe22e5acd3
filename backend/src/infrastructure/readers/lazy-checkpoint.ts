import { performance } from 'node:perf_hooks';
import type { Position } from '@posthorn/event-sourcing/event-store';

/** How long a stored checkpoint may be behind skipped events, at most. */
export const WRITE_MILLISECONDS = 5_000;
/** How long it may be behind events that an event process has handled, at most. After a kill it handles them again. */
export const HANDLED_MILLISECONDS = 1_000;
/** Checkpoints are written at full seconds, so that those that wait share one statement. */
const TOGETHER_MILLISECONDS = 1_000;

/**
 * The stored checkpoint of a reader, and how far the reader has come without storing it. That happens when events do not concern it, or
 * when an event process has handled them. The new position is stored at the first end of the log and after some time. It is also stored on
 * request (`PositionRequests`) and when the reader ends. A projection stores it together with its rows. A killed OS process loses nothing:
 * events that are read again do not concern a projection, and an event process handles them again. See ADR 5 and 37.
 */
export class LazyCheckpoint {
  #written: Position | null;
  #passed: Position | null;
  /** The latest time to write it, on the clock of `performance.now()`. */
  #writeBy = Infinity;
  #asked: Position | undefined;
  #hasEnded = false;

  /** @param found the stored position */
  constructor(found: Position | null) {
    this.#written = this.#passed = found;
  }

  /** The stored position, which the next write must find unchanged. */
  get written(): Position | null {
    return this.#written;
  }

  /** The position to continue reading from. */
  get passed(): Position | null {
    return this.#passed;
  }

  /** @param within milliseconds until it must be written */
  pass(to: Position, within = WRITE_MILLISECONDS): void {
    this.#passed = to;
    const by = performance.now() + within;
    this.#writeBy = Math.min(this.#writeBy, by - (by % TOGETHER_MILLISECONDS));
  }

  hasWritten(to: Position | null): void {
    this.#written = this.#passed = to;
    this.#writeBy = Infinity;
    if (this.#asked !== undefined && to !== null && this.#asked <= to) this.#asked = undefined;
  }

  /** The reader has reached the end of the log. An OS process that waits for the first time reads the stored checkpoint. */
  end(): void {
    if (!this.#hasEnded && this.#writeBy !== Infinity) this.#writeBy = 0;
    this.#hasEnded = true;
  }

  /** Requests a write as soon as the reader has reached this position. Of several requests the nearest counts; the others must repeat theirs. */
  ask(position: Position): void {
    if (this.#written !== null && position <= this.#written) return;
    if (this.#asked === undefined || position < this.#asked) this.#asked = position;
  }

  /** The position to write now; undefined: none. @param isAnyCase writes even when it could wait */
  toWrite(isAnyCase = false): Position | undefined {
    if (this.#passed === null || this.#passed === this.#written) return undefined;
    const isAsked = this.#asked !== undefined && this.#asked <= this.#passed;
    return isAnyCase || isAsked || this.untilWrite === 0 ? this.#passed : undefined;
  }

  /** In milliseconds; undefined while there is nothing to write. */
  get untilWrite(): number | undefined {
    return this.#writeBy === Infinity ? undefined : Math.max(0, this.#writeBy - performance.now());
  }
}
