import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { PollingLoop } from '#infrastructure/effects/polling-loop.ts';
import { ClickRows } from '../../stores/clicks/click-rows.ts';
import { ClickTally } from '../../stores/clicks/click-tally.ts';
import { hourOf } from '../../stores/clicks/hours.ts';

const EVERY_MS = 10_000;

/**
 * Writes the clicks that this process has counted into rows, regularly and at shutdown. A killed process loses the clicks since its last write.
 */
@Injectable()
export class ClickFlush implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = new Logger('link-tree');
  readonly #loop: PollingLoop;

  constructor(
    private readonly configuration: Configuration,
    private readonly tally: ClickTally,
    private readonly rows: ClickRows,
    private readonly clock: DatabaseClock,
    scheduler: SchedulerRegistry,
  ) {
    const poll = async () => {
      await this.flush();
      // Nothing more to do until the next interval.
      return false;
    };
    this.#loop = new PollingLoop({ name: 'link-tree.clicks', scheduler, logger: this.#logger, poll });
  }

  /** Only processes with pages count clicks. */
  onApplicationBootstrap(): void {
    if (this.configuration.roles.has('web')) this.#loop.start(EVERY_MS);
  }

  /** At this time, the server has already stopped accepting requests, so no more clicks arrive. */
  async onApplicationShutdown(): Promise<void> {
    await this.#loop.stop();
    try {
      await this.flush();
    } catch (error) {
      this.#logger.warn({
        msg: 'The last clicks before the stop could not be stored and are lost',
        err: error,
      });
    }
  }

  /**
   * Writes the clicks. If the database fails, they wait for the next flush. A click counts in the hour in which its row is written. This differs
   * from the hour of the click only for clicks in the last seconds of an hour, or after a failure.
   */
  async flush(): Promise<void> {
    const hour = hourOf(await this.clock.now());
    const seen = this.tally.take();
    if (seen.length === 0) return;
    try {
      await this.rows.add(seen, hour);
    } catch (error) {
      this.tally.putBack(seen);
      throw error;
    }
  }
}
