import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Runs one query at a time for each key. Callers of the same turn share a query, and callers that arrive during a query share the next
 * query. Each query starts after its calls, so no result is older than its call. Many simultaneous callers cause at most two queries.
 */
export class SharedQuestions<Answer> {
  readonly #running = new Map<string, Promise<unknown>>();
  readonly #next = new Map<string, Promise<Answer>>();

  /**
   * @param question runs outside the caller’s async context, because all callers share its result
   * @throws the error of the query, to each caller
   */
  ask(key: string, question: () => Promise<Answer>): Promise<Answer> {
    const shared = this.#next.get(key);
    if (shared !== undefined) return shared;
    const next = outside(() => this.#after(this.#running.get(key), key, question));
    this.#next.set(key, next);
    return next;
  }

  async #after(
    running: Promise<unknown> | undefined,
    key: string,
    question: () => Promise<Answer>,
  ): Promise<Answer> {
    await running?.catch(() => undefined);
    await Promise.resolve();
    // A query that throws synchronously counts as failed, and must not block the next one.
    const answer = Promise.resolve().then(question);
    this.#running.set(key, answer);
    this.#next.delete(key);
    try {
      return await answer;
    } finally {
      // The next query may already have replaced this entry.
      if (this.#running.get(key) === answer) this.#running.delete(key);
    }
  }
}

// A query belongs to no single caller, so it must not run in the open transaction of one of them.
const outside = AsyncLocalStorage.snapshot();
