import { performance } from 'node:perf_hooks';
import type { Position } from '@posthorn/event-sourcing/event-store';

/** A checkpoint is behind what its reader has passed by for at most so long. */
export const WRITE_MILLISECONDS = 5_000;
/** And behind what a process has handled for at most so long. So much it handles again after a kill. */
export const HANDLED_MILLISECONDS = 1_000;
/** Checkpoints are written at full seconds, so that all that wait for it travel in one statement. */
const TOGETHER_MILLISECONDS = 1_000;

/**
 * The checkpoint of a reader, and how far the reader has come without writing it: by events that do not concern it, or that a
 * process has handled. That far it is written when the end of the log is reached for the first time, after a while, when
 * somebody asks (`PositionRequests`) and when the reader ends. A projection moves it with its rows, from where it was written. A
 * killed process loses nothing: what is read again concerns no projection, and a process handles it again. See ADR 5 and 37.
 */
export class LazyCheckpoint {
  #written: Position | null;
  #passed: Position | null;
  /** When to write at the latest, on the clock of `performance.now()`. */
  #writeBy = Infinity;
  #asked: Position | undefined;
  #hasEnded = false;

  /** @param found as it is stored */
  constructor(found: Position | null) {
    this.#written = this.#passed = found;
  }

  /** As it is stored: what the next write must find. */
  get written(): Position | null {
    return this.#written;
  }

  /** Where to read on. */
  get passed(): Position | null {
    return this.#passed;
  }

  /** @param within milliseconds; by then it is to be written */
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

  /** The end of the log: whoever waits for the first time it is reached reads the stored checkpoint. */
  end(): void {
    if (!this.#hasEnded && this.#writeBy !== Infinity) this.#writeBy = 0;
    this.#hasEnded = true;
  }

  /** To be written as soon as it is that far. Of several the nearest counts: who still waits asks again. */
  ask(position: Position): void {
    if (this.#written !== null && position <= this.#written) return;
    if (this.#asked === undefined || position < this.#asked) this.#asked = position;
  }

  /** The position to write now, or in any case. */
  toWrite(isAnyCase = false): Position | undefined {
    if (this.#passed === null || this.#passed === this.#written) return undefined;
    const isAsked = this.#asked !== undefined && this.#asked <= this.#passed;
    return isAnyCase || isAsked || this.untilWrite === 0 ? this.#passed : undefined;
  }

  /** Milliseconds; undefined while there is nothing to write. */
  get untilWrite(): number | undefined {
    return this.#writeBy === Infinity ? undefined : Math.max(0, this.#writeBy - performance.now());
  }
}
