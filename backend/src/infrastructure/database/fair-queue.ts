import { AsyncLocalStorage } from 'node:async_hooks';

const lane = new AsyncLocalStorage<string>();

/** Runs `work`. `work` and everything that it starts wait for connections in the lane of this kind. */
export const runInLane = <Result>(kind: string, work: () => Result): Result => lane.run(kind, work);

/** The lane of all HTTP requests. */
export const REQUEST_LANE = 'requests';

/** Returns the lane of this async context. All work without a kind shares one lane. */
export const currentLane = (): string => lane.getStore() ?? '';

/** Callers that wait for the same resource. Kinds take turns; within a kind the first caller is served first. */
export class FairQueue<Waiting> {
  /** In the order of their turns; the kind that was served last is at the end. */
  readonly #lanes = new Map<string, Set<Waiting>>();

  get size(): number {
    return [...this.#lanes.values()].reduce((sum, waiting) => sum + waiting.size, 0);
  }

  add(kind: string, waiting: Waiting): void {
    const lane = this.#lanes.get(kind);
    if (lane) lane.add(waiting);
    else this.#lanes.set(kind, new Set([waiting]));
  }

  /** Removes and returns the next caller in turn, only of kinds that `mayHaveOne` allows. */
  take(mayHaveOne: (kind: string) => boolean = () => true): Waiting | undefined {
    for (const [kind, lane] of this.#lanes) {
      if (!mayHaveOne(kind)) continue;
      for (const first of lane) {
        lane.delete(first);
        this.#lanes.delete(kind);
        if (lane.size > 0) this.#lanes.set(kind, lane);
        return first;
      }
    }
    return undefined;
  }

  /** Removes a caller that no longer waits. */
  leave(kind: string, waiting: Waiting): void {
    const lane = this.#lanes.get(kind);
    lane?.delete(waiting);
    if (lane?.size === 0) this.#lanes.delete(kind);
  }
}
