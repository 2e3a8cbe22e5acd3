import type { Position } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';

/**
 * The positions of the readers in this process: those of their checkpoints, or later ones when the following events do not concern them.
 * Readers report them, and the read gate waits for them.
 */
@Injectable()
export class ReaderPositions {
  readonly #positions = new Map<string, Position>();
  readonly #listeners = new Set<() => void>();

  readonly #onWaits = new Set<() => void>();

  moved(name: string, position: Position): void {
    this.#positions.set(name, position);
    this.#notifyListeners();
  }

  /** The reader no longer runs in this process. */
  forget(name: string): void {
    this.#positions.delete(name);
    this.#notifyListeners();
  }

  positionOf(name: string): Position | undefined {
    return this.#positions.get(name);
  }

  /** Resolves when any reader reports a position, or after `atMost` milliseconds. */
  nextMove(atMost: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#listeners.delete(done);
        resolve();
      };
      const timer = setTimeout(done, atMost);
      this.#listeners.add(done);
      for (const onWait of this.#onWaits) onWait();
    });
  }

  /** Whether a request waits for any of these positions. */
  get areAwaited(): boolean {
    return this.#listeners.size > 0;
  }

  /** @param onWait called whenever a request begins to wait */
  whenAwaited(onWait: () => void): void {
    this.#onWaits.add(onWait);
  }

  #notifyListeners(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
