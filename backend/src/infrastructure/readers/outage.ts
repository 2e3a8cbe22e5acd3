import { performance } from 'node:perf_hooks';
import { Logger } from '@nestjs/common';

/** Milliseconds: the wait before the first attempt of an outage, and the longest wait between two attempts. */
export type OutageTimes = Readonly<{ first: number; longest: number }>;
const TIMES: OutageTimes = { first: 1_000, longest: 4_000 };

type Waiting = Readonly<{ asker: object; go: () => void }>;

/**
 * One outage of the log or the database, for all readers of this process. One reader checks whether the outage is over. After a response two
 * continue, then four, so that a loaded server that has come back does not get all requests at once. The log has one line when an outage
 * begins, and one when it ends.
 */
export class Outage {
  readonly #logger = new Logger('readers');
  readonly #queue: Waiting[] = [];
  /** Readers that have continued and have no response yet. */
  readonly #asking = new Set<object>();
  /** Null: there is no outage. */
  #since: number | null = null;
  #wait: number;
  #atOnce = 1;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly times: OutageTimes = TIMES) {
    this.#wait = times.first;
  }

  /**
   * Resolves when the asker may try again, or the signal aborts. The asker must then call `passed`, `left` or `wait`.
   * @param why the failure, in words
   */
  async wait(asker: object, why: string, signal: AbortSignal): Promise<void> {
    if (this.#since === null) {
      this.#since = performance.now();
      this.#logger.warn(`The event log or the database does not answer; readers wait and try again: ${why}`);
    }
    if (this.#asking.delete(asker)) this.#wait = Math.min(this.times.longest, 2 * this.#wait);
    this.#atOnce = 1;
    await new Promise<void>((resolve) => {
      const stop = () => {
        const index = this.#queue.findIndex((each) => each.asker === asker);
        if (index >= 0) this.#queue.splice(index, 1);
        resolve();
      };
      const go = () => {
        signal.removeEventListener('abort', stop);
        resolve();
      };
      if (signal.aborted) {
        resolve();
        return;
      }
      signal.addEventListener('abort', stop, { once: true });
      this.#queue.push({ asker, go });
      this.#askLater();
    });
    if (signal.aborted) this.left(asker);
  }

  /** Called when the asker has a response. Does nothing for an asker that did not wait. */
  passed(asker: object): void {
    if (!this.#asking.delete(asker)) return;
    this.#wait = this.times.first;
    this.#atOnce *= 2;
    this.#letGo();
    this.#endIfOver();
  }

  /** Called when the asker does not try again. */
  left(asker: object): void {
    if (this.#asking.delete(asker)) this.#letGo();
    this.#endIfOver();
  }

  #askLater(): void {
    // The wait is random, so that processes with the same outage do not ask at the same moment.
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.#letGo();
      },
      this.#wait * (0.75 + 0.5 * Math.random()),
    );
    this.#timer.unref();
  }

  #letGo(): void {
    // While a wait runs, only its timer lets readers continue: another reader has failed in the meantime.
    if (this.#timer !== undefined) return;
    while (this.#asking.size < this.#atOnce) {
      const next = this.#queue.shift();
      if (!next) return;
      this.#asking.add(next.asker);
      next.go();
    }
  }

  #endIfOver(): void {
    if (this.#since === null || this.#queue.length > 0 || this.#asking.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const seconds = ((performance.now() - this.#since) / 1_000).toFixed(1);
    this.#logger.log(`The outage is over; readers continue after ${seconds} s`);
    this.#since = null;
    this.#wait = this.times.first;
    this.#atOnce = 1;
  }
}
