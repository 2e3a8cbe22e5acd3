/** Runs the work of each key sequentially within this process. This avoids conflicts, but other processes do not wait. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const result = before.then(work, work);
    this.#last.set(key, result);
    const forgetIfLast = () => {
      if (this.#last.get(key) === result) this.#last.delete(key);
    };
    result.then(forgetIfLast, forgetIfLast);
    return result;
  }
}
