import { performance } from 'node:perf_hooks';
import type { Position } from '@posthorn/event-sourcing/event-store';

/** The longest time that a stored checkpoint may be behind skipped events. */
export const WRITE_MILLISECONDS = 5_000;
/** The longest time that it may be behind events that an event process has handled. After a kill, the process handles these events again. */
export const HANDLED_MILLISECONDS = 1_000;
/** Checkpoints are written at full seconds, so that those that wait share one statement. */
const TOGETHER_MILLISECONDS = 1_000;

/**
 * The stored checkpoint of a reader, and the later position that the reader has reached. A reader does not store every position: not after
 * events that do not concern it, nor after each event that an event process handles. The new position is stored at the first end of the log,
 * after some time, on request (`PositionRequests`), and when the reader ends. A projection stores it together with its rows. A killed OS process loses nothing:
 * events that are read again do not concern a projection, and an event process handles them again. See ADR 5 and 37.
 */
export class LazyCheckpoint {
  #written: Position | null;
  #passed: Position | null;
  /** The latest time to write the checkpoint, on the clock of `performance.now()`. */
  #writeBy = Infinity;
  #requested: Position | undefined;
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

  /** @param within milliseconds until the position must be written */
  pass(to: Position, within = WRITE_MILLISECONDS): void {
    this.#passed = to;
    const by = performance.now() + within;
    this.#writeBy = Math.min(this.#writeBy, by - (by % TOGETHER_MILLISECONDS));
  }

  noteWritten(to: Position | null): void {
    this.#written = this.#passed = to;
    this.#writeBy = Infinity;
    if (this.#requested !== undefined && to !== null && this.#requested <= to) this.#requested = undefined;
  }

  /** Called when the reader has reached the end of the log. The first time, the checkpoint becomes due immediately, because starting OS processes wait for it. */
  end(): void {
    if (!this.#hasEnded && this.#writeBy !== Infinity) this.#writeBy = 0;
    this.#hasEnded = true;
  }

  /** Requests a write as soon as the reader has reached this position. Of several requests the nearest counts; the others must repeat theirs. */
  ask(position: Position): void {
    if (this.#written !== null && position <= this.#written) return;
    if (this.#requested === undefined || position < this.#requested) this.#requested = position;
  }

  /** The position to write now; undefined: none. @param isForced writes even when the write could wait */
  toWrite(isForced = false): Position | undefined {
    if (this.#passed === null || this.#passed === this.#written) return undefined;
    const isRequested = this.#requested !== undefined && this.#requested <= this.#passed;
    return isForced || isRequested || this.untilWrite === 0 ? this.#passed : undefined;
  }

  /** Milliseconds until the next write; undefined while there is nothing to write. */
  get untilWrite(): number | undefined {
    return this.#writeBy === Infinity ? undefined : Math.max(0, this.#writeBy - performance.now());
  }
}
