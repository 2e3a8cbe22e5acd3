import { AsyncLocalStorage } from 'node:async_hooks';

const line = new AsyncLocalStorage<string>();

/** What `work` waits for, and all that it begins, it waits for in this line: that of its kind. */
export const inLineOf = <Result>(kind: string, work: () => Result): Result => line.run(kind, work);

/** The line of all HTTP requests. */
export const REQUESTS = 'requests';

/** The line of this path of calls; all that belongs to no kind stands in one. */
export const lineOfThis = (): string => line.getStore() ?? '';

/** Who waits for the same thing: kinds in turn, and of one kind first come, first served. */
export class Turns<Waiting> {
  /** In the order of their turns; the one that had the last stands at the end. */
  readonly #lines = new Map<string, Set<Waiting>>();

  get size(): number {
    return [...this.#lines.values()].reduce((sum, waiting) => sum + waiting.size, 0);
  }

  add(kind: string, waiting: Waiting): void {
    const line = this.#lines.get(kind);
    if (line) line.add(waiting);
    else this.#lines.set(kind, new Set([waiting]));
  }

  /** Takes out the next one in turn, of those kinds alone that `mayHaveOne`. */
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

  /** They do not want it any more. */
  leave(kind: string, waiting: Waiting): void {
    const line = this.#lines.get(kind);
    line?.delete(waiting);
    if (line?.size === 0) this.#lines.delete(kind);
  }
}
