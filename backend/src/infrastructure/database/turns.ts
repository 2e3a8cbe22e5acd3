import { AsyncLocalStorage } from 'node:async_hooks';

const line = new AsyncLocalStorage<string>();

/** Runs `work`. It and everything that it starts waits in the line of this kind. */
export const inLineOf = <Result>(kind: string, work: () => Result): Result => line.run(kind, work);

/** The line of all HTTP requests. */
export const REQUESTS = 'requests';

/** The line of this async context. All work without a kind shares one. */
export const lineOfThis = (): string => line.getStore() ?? '';

/** Callers that wait for the same resource. Kinds take turns; within a kind the first caller is served first. */
export class Turns<Waiting> {
  /** In the order of their turns; the kind that was served last is at the end. */
  readonly #lines = new Map<string, Set<Waiting>>();

  get size(): number {
    return [...this.#lines.values()].reduce((sum, waiting) => sum + waiting.size, 0);
  }

  add(kind: string, waiting: Waiting): void {
    const line = this.#lines.get(kind);
    if (line) line.add(waiting);
    else this.#lines.set(kind, new Set([waiting]));
  }

  /** Removes and returns the next caller in turn, only of kinds that `mayHaveOne` allows. */
  take(mayHaveOne: (kind: string) => boolean = () => true): Waiting | undefined {
    for (const [kind, line] of this.#lines) {
      if (!mayHaveOne(kind)) continue;
      for (const first of line) {
        line.delete(first);
        this.#lines.delete(kind);
        if (line.size > 0) this.#lines.set(kind, line);
        return first;
      }
    }
    return undefined;
  }

  /** Removes a caller that no longer waits. */
  leave(kind: string, waiting: Waiting): void {
    const line = this.#lines.get(kind);
    line?.delete(waiting);
    if (line?.size === 0) this.#lines.delete(kind);
  }
}
