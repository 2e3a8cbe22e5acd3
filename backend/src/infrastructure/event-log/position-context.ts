import { AsyncLocalStorage } from 'node:async_hooks';
import type { Position } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';

/** What one request has written and wants to see: see `ReadGate`. */
export type RequestPositions = {
  written: Position | null;
  /** How far it wrote each stream category. */
  readonly categories: Map<string, Position>;
  wanted: Position | null;
  stale: boolean;
};

export const requestPositions = (wanted: Position | null): RequestPositions => ({
  written: null,
  categories: new Map(),
  wanted,
  stale: false,
});

/** Carries log positions along one request, so that its reply can name them and its reads can wait for them. */
@Injectable()
export class PositionContext {
  readonly #storage = new AsyncLocalStorage<RequestPositions>();

  run<Result>(positions: RequestPositions, work: () => Result): Result {
    return this.#storage.run(positions, work);
  }

  current(): RequestPositions | undefined {
    return this.#storage.getStore();
  }

  /** Called by the writer after each append, or with the end of a stream to which nothing was left to add. */
  wrote(category: string, position: Position): void {
    const positions = this.current();
    if (!positions) return;
    positions.categories.set(category, later(positions.categories.get(category), position));
    positions.written = later(positions.written, position);
    positions.wanted = later(positions.wanted, position);
  }
}

/** The later of two positions of one log. */
const later = (one: Position | null | undefined, other: Position): Position =>
  one !== null && one !== undefined && one > other ? one : other;
