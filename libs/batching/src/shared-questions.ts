import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Runs one query at a time for each key. Callers of the same turn share one, and callers that arrive during a query share the next. Each
 * query starts after its calls, so no answer is older than the call. Many callers cost no more than two.
 */
export class SharedQuestions<Answer> {
  readonly #running = new Map<string, Promise<unknown>>();
  readonly #next = new Map<string, Promise<Answer>>();

  /**
   * @param question runs outside the caller’s async context, because its answer belongs to all who share it
   * @throws what the query throws, to each caller
   */
  ask(about: string, question: () => Promise<Answer>): Promise<Answer> {
    const shared = this.#next.get(about);
    if (shared !== undefined) return shared;
    const next = outside(() => this.#after(this.#running.get(about), about, question));
    this.#next.set(about, next);
    return next;
  }

  async #after(
    running: Promise<unknown> | undefined,
    about: string,
    question: () => Promise<Answer>,
  ): Promise<Answer> {
    await running?.catch(() => undefined);
    await Promise.resolve();
    // A query that throws synchronously counts as failed, and must not block the next one.
    const answer = Promise.resolve().then(question);
    this.#running.set(about, answer);
    this.#next.delete(about);
    try {
      return await answer;
    } finally {
      // Otherwise the next query has taken its place.
      if (this.#running.get(about) === answer) this.#running.delete(about);
    }
  }
}

// A query belongs to no single caller: it must not see the transaction that one of them has open.
const outside = AsyncLocalStorage.snapshot();
