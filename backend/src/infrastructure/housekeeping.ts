import { randomUUID } from 'node:crypto';
import type { Logger, OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { SchedulerRegistry } from '@nestjs/schedule';
import type { CauseContext } from './cause-context.ts';
import type { Configuration } from './config/configuration.ts';
import { PollingLoop } from './polling-loop.ts';

const EVERY_MS = 60_000;

/**
 * Clean-ups of one module: once a minute where the role `worker` is, one after the other. Each step may run in several
 * processes at once.
 */
export abstract class Housekeeping implements OnApplicationBootstrap, OnModuleDestroy {
  protected abstract readonly steps: readonly (() => Promise<unknown>)[];
  readonly #loop: PollingLoop;

  /** @param name of its interval: `media.housekeeping` */
  constructor(
    name: string,
    private readonly logger: Logger,
    private readonly configuration: Configuration,
    private readonly causes: CauseContext,
    scheduler: SchedulerRegistry,
  ) {
    const poll = async () => {
      await this.sweep();
      return false;
    };
    this.#loop = new PollingLoop({ name, scheduler, logger, poll });
  }

  onApplicationBootstrap(): void {
    if (this.configuration.roles.has('worker')) this.#loop.start(EVERY_MS);
  }

  onModuleDestroy(): Promise<void> {
    return this.#loop.stop();
  }

  /** Once through all of it. */
  sweep(): Promise<void> {
    const actor = { kind: 'system', id: 'housekeeping' } as const;
    return this.causes.run({ actor, correlationId: randomUUID(), causationId: 'tick' }, () => this.#sweep());
  }

  async #sweep(): Promise<void> {
    for (const step of this.steps) {
      try {
        await step();
      } catch (error) {
        // One step in trouble must not keep the others from their work.
        this.logger.warn({ msg: 'A step of housekeeping broke off and is tried again', err: error });
      }
    }
  }
}
