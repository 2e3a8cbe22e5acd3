import { AsyncLocalStorage } from 'node:async_hooks';
import type { Position } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';

/** What one request has written and wants to see: see `ReadGate`. */
export type Trail = {
  written: Position | null;
  /** Stream categories that it wrote to. */
  readonly categories: Set<string>;
  wanted: Position | null;
  stale: boolean;
};

export const newTrail = (wanted: Position | null): Trail => ({
  written: null,
  categories: new Set(),
  wanted,
  stale: false,
});

/** Carries log positions along one request, so that its reply can name them and its reads can wait for them. */
@Injectable()
export class PositionTrail {
  readonly #storage = new AsyncLocalStorage<Trail>();

  run<Result>(trail: Trail, work: () => Result): Result {
    return this.#storage.run(trail, work);
  }

  current(): Trail | undefined {
    return this.#storage.getStore();
  }

  /** Called by the writer after each append, or with the end of a stream to which nothing was left to add. */
  wrote(category: string, position: Position): void {
    const trail = this.current();
    if (!trail) return;
    trail.categories.add(category);
    trail.written = later(trail.written, position);
    trail.wanted = later(trail.wanted, position);
  }
}

/** The later of two positions of one log. */
const later = (one: Position | null, other: Position): Position =>
  one !== null && one > other ? one : other;
