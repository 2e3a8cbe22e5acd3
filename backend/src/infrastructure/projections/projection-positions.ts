import type { Position } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';

/** How far the projections that run in this process have come. The runner tells, the read gate listens. */
@Injectable()
export class ProjectionPositions {
  readonly #positions = new Map<string, Position>();
  readonly #listeners = new Set<() => void>();

  moved(name: string, position: Position): void {
    this.#positions.set(name, position);
    for (const listener of [...this.#listeners]) listener();
  }

  /** This process does not run the projection any more. */
  left(name: string): void {
    this.#positions.delete(name);
  }

  of(name: string): Position | undefined {
    return this.#positions.get(name);
  }

  /** Resolves at the next move, or after `atMost` milliseconds. */
  nextMove(atMost: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#listeners.delete(done);
        resolve();
      };
      const timer = setTimeout(done, atMost);
      this.#listeners.add(done);
    });
  }
}
