import { performance } from 'node:perf_hooks';
import type { Position } from '@posthorn/event-sourcing/event-store';

/** A checkpoint is behind what its reader has passed by for at most so long. */
export const WRITE_MILLISECONDS = 5_000;

/**
 * The checkpoint of a reader, and how far the reader has passed by events that do not concern it. That far it is written
 * when the end of the log is reached for the first time, after a few seconds, when somebody asks (`PositionRequests`) and
 * when the reader ends. Events that concern the reader move it with what follows from them, from where it was written: a
 * killed process loses nothing, because what is read again concerns nobody. See ADR 5.
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

  pass(to: Position): void {
    this.#passed = to;
    if (this.#writeBy === Infinity) this.#writeBy = performance.now() + WRITE_MILLISECONDS;
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
