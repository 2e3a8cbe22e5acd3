import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * One question at a time about each thing: those who ask in the same turn share one, and whoever asks while one is under way shares
 * the next. Each is put after it was asked for, so that no answer is older than the call, and many who ask cost what two cost.
 */
export class SharedQuestions<Answer> {
  readonly #running = new Map<string, Promise<unknown>>();
  readonly #next = new Map<string, Promise<Answer>>();

  /**
   * @param question is put outside of the async context of whoever asks: its answer belongs to all who share it
   * @throws what the question throws, to each of them
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
    // A question that throws at once is a question that failed, and stands in nobody's way either.
    const answer = Promise.resolve().then(question);
    this.#running.set(about, answer);
    this.#next.delete(about);
    try {
      return await answer;
    } finally {
      // Else the next question has taken its place.
      if (this.#running.get(about) === answer) this.#running.delete(about);
    }
  }
}

// A question belongs to none of those who ask: it must not see the transaction that one of them has open.
const outside = AsyncLocalStorage.snapshot();
