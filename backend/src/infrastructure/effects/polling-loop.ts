import type { Logger } from '@nestjs/common';
import type { SchedulerRegistry } from '@nestjs/schedule';

type PollingOptions = Readonly<{
  /** Names the interval; unique in the process. */
  name: string;
  scheduler: SchedulerRegistry;
  logger: Logger;
  /** Does some of the due work. True: there is probably more, so the loop polls again immediately. */
  poll: (stopping: AbortSignal) => Promise<boolean>;
}>;

/**
 * Repeats work that is not urgent, such as clean-ups. Several processes may run the same work at the same time. Tables record what is due, so loops
 * may start and stop freely. For rows with a due time, use leased work of the effect engine.
 */
export class PollingLoop {
  readonly #stopping = new AbortController();
  #running: Promise<void> | null = null;
  #failing = false;

  constructor(private readonly options: PollingOptions) {}

  /** Polls every `every` milliseconds, unless the last poll still runs. */
  start(every: number): void {
    const { name, scheduler } = this.options;
    // Processes that start together must not poll the database at the same moments.
    const jittered = every * (0.9 + Math.random() * 0.2);
    scheduler.addInterval(
      name,
      setInterval(() => {
        this.tick();
      }, jittered),
    );
  }

  /** Starts no new poll and waits for the running one. */
  async stop(): Promise<void> {
    const { name, scheduler } = this.options;
    this.#stopping.abort();
    if (scheduler.doesExist('interval', name)) scheduler.deleteInterval(name);
    await this.#running;
  }

  /** Polls immediately, unless the last poll still runs. */
  tick(): void {
    if (this.#stopping.signal.aborted) return;
    this.#running ??= this.#poll().finally(() => {
      this.#running = null;
    });
  }

  async #poll(): Promise<void> {
    const { poll, logger, name } = this.options;
    try {
      let more = true;
      while (more && !this.#stopping.signal.aborted) more = await poll(this.#stopping.signal);
      this.#failing = false;
    } catch (error) {
      // Logged once for each series of failures. Leases run out, and the next poll takes up the work again.
      if (!this.#failing) logger.warn({ msg: `${name} failed; the next tick repeats it`, err: error });
      this.#failing = true;
    }
  }
}
