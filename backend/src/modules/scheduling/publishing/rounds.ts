import type { Logger } from '@nestjs/common';
import type { SchedulerRegistry } from '@nestjs/schedule';

type RoundsOptions = Readonly<{
  /** Of the interval, unique in the process. */
  name: string;
  scheduler: SchedulerRegistry;
  logger: Logger;
  /** Once through what is to be done; true: there is probably more. */
  round: (stopping: AbortSignal) => Promise<boolean>;
}>;

/** Does the same work again and again, one round at a time. What is to be done is in tables alone. */
export class Rounds {
  readonly #stopping = new AbortController();
  #running: Promise<void> | null = null;
  #failing = false;

  constructor(private readonly options: RoundsOptions) {}

  /** A round every so many milliseconds, unless the last one still runs. */
  start(every: number): void {
    const { name, scheduler } = this.options;
    // Instances that were started together do not tick together.
    const jittered = every * (0.9 + Math.random() * 0.2);
    scheduler.addInterval(
      name,
      setInterval(() => {
        this.#tick();
      }, jittered),
    );
  }

  /** No new round; the one under way ends first. */
  async stop(): Promise<void> {
    const { name, scheduler } = this.options;
    this.#stopping.abort();
    if (scheduler.doesExist('interval', name)) scheduler.deleteInterval(name);
    await this.#running;
  }

  #tick(): void {
    if (this.#stopping.signal.aborted) return;
    this.#running ??= this.#go().finally(() => {
      this.#running = null;
    });
  }

  async #go(): Promise<void> {
    const { round, logger, name } = this.options;
    try {
      let more = true;
      while (more && !this.#stopping.signal.aborted) more = await round(this.#stopping.signal);
      this.#failing = false;
    } catch (error) {
      // Said once for each time of trouble: leases run out, and the next round takes it up again.
      if (!this.#failing) logger.warn({ msg: `${name} pauses`, err: error });
      this.#failing = true;
    }
  }
}
