import type { Logger } from '@nestjs/common';
import type { SchedulerRegistry } from '@nestjs/schedule';

type PollingOptions = Readonly<{
  /** Of the interval, unique in the process. */
  name: string;
  scheduler: SchedulerRegistry;
  logger: Logger;
  /** Does some of what is due; true: there is probably more. */
  poll: (stopping: AbortSignal) => Promise<boolean>;
}>;

/**
 * Looks for work again and again: clean-ups and the like, which may run in several processes at once and which nobody waits
 * for. What is due is in tables alone, so that any number of loops may come and go. What must be done on time for each row
 * is leased work of the engine for effects instead.
 */
export class PollingLoop {
  readonly #stopping = new AbortController();
  #running: Promise<void> | null = null;
  #failing = false;

  constructor(private readonly options: PollingOptions) {}

  /** Polls every so many milliseconds, unless the last poll still runs. */
  start(every: number): void {
    const { name, scheduler } = this.options;
    // Instances that were started together do not tick together.
    const jittered = every * (0.9 + Math.random() * 0.2);
    scheduler.addInterval(
      name,
      setInterval(() => {
        this.tick();
      }, jittered),
    );
  }

  /** No new poll; the one under way ends first. */
  async stop(): Promise<void> {
    const { name, scheduler } = this.options;
    this.#stopping.abort();
    if (scheduler.doesExist('interval', name)) scheduler.deleteInterval(name);
    await this.#running;
  }

  /** At once, unless the last poll still runs. */
  tick(): void {
    if (this.#stopping.signal.aborted) return;
    this.#running ??= this.#go().finally(() => {
      this.#running = null;
    });
  }

  async #go(): Promise<void> {
    const { poll, logger, name } = this.options;
    try {
      let more = true;
      while (more && !this.#stopping.signal.aborted) more = await poll(this.#stopping.signal);
      this.#failing = false;
    } catch (error) {
      // Said once for each time of trouble: leases run out, and the next poll takes it up again.
      if (!this.#failing) logger.warn({ msg: `${name} pauses`, err: error });
      this.#failing = true;
    }
  }
}
