import { AsyncLocalStorage } from 'node:async_hooks';
import type { Position } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';

/** What one request has written and what its reads must see: see `ReadGate`. */
export type RequestPositions = {
  written: Position | null;
  /** The last position that it wrote, by type of event. */
  readonly types: Map<string, Position>;
  /** The last position that it wrote, by category of streams. */
  readonly categories: Map<string, Position>;
  /** By category: ends of streams whose decision appended nothing. The types that the request relies on are not known. */
  readonly repeats: Map<string, Position>;
  requested: Position | null;
  stale: boolean;
};

export const requestPositions = (requested: Position | null): RequestPositions => ({
  written: null,
  types: new Map(),
  categories: new Map(),
  repeats: new Map(),
  requested,
  stale: false,
});

/** Returns the positions of a request that has written only this event. */
export const positionsOf = ({
  category,
  type,
  position,
}: Readonly<{ category: string; type: string; position: Position }>): RequestPositions => ({
  ...requestPositions(position),
  written: position,
  types: new Map([[type, position]]),
  categories: new Map([[category, position]]),
});

/** Holds the log positions of one request, so that its response can contain them and its reads can wait for them. */
@Injectable()
export class PositionContext {
  readonly #storage = new AsyncLocalStorage<RequestPositions>();

  run<Result>(positions: RequestPositions, work: () => Result): Result {
    return this.#storage.run(positions, work);
  }

  current(): RequestPositions | undefined {
    return this.#storage.getStore();
  }

  /**
   * Called by the writer after each append, or with the end of a stream whose decision appended nothing.
   * @param types the appended types; empty: nothing was appended
   */
  wrote(category: string, position: Position, types: readonly string[]): void {
    const positions = this.current();
    if (!positions) return;
    note(positions.categories, category, position);
    for (const type of types) note(positions.types, type, position);
    if (types.length === 0) note(positions.repeats, category, position);
    positions.written = later(positions.written, position);
    positions.requested = later(positions.requested, position);
  }
}

function note(positions: Map<string, Position>, key: string, position: Position): void {
  positions.set(key, later(positions.get(key), position));
}

/** The later of two positions of one log. */
const later = (one: Position | null | undefined, other: Position): Position =>
  one !== null && one !== undefined && one > other ? one : other;
