import { randomUUID } from 'node:crypto';
import { Logger, type OnApplicationBootstrap, type OnModuleDestroy, type Type } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { resolvedNeeds, injectInto, type ResolvedNeeds, type Needs } from './needs.ts';
import { PollingLoop } from './polling-loop.ts';

const EVERY_MS = 60_000;

type Step = () => Promise<unknown>;

export class Housekeeping implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #loop: PollingLoop;

  constructor(
    name: string,
    private readonly logger: Logger,
    private readonly steps: readonly Step[],
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

  /** Runs every step once. */
  sweep(): Promise<void> {
    const actor = { kind: 'system', id: 'housekeeping' } as const;
    return this.causes.run({ actor, correlationId: randomUUID(), causationId: 'tick' }, () => this.#sweep());
  }

  async #sweep(): Promise<void> {
    for (const step of this.steps) {
      try {
        await step();
      } catch (error) {
        // A failing step must not stop the others.
        this.logger.warn({ msg: 'A housekeeping step failed; the next round repeats it', err: error });
      }
    }
  }
}

/**
 * Clean-ups of one module. They run once a minute, one after the other, in processes with the role `worker`. Several processes may run the same step
 * at the same time. Returns a provider of Nest.
 */
export function defineHousekeeping<N extends Needs>({
  name,
  logger,
  needs,
  steps,
}: Readonly<{
  /** Names its interval: `media.housekeeping`. */
  name: string;
  logger: string;
  needs: N;
  steps: (given: ResolvedNeeds<N>) => readonly Step[];
}>): Type<Housekeeping> {
  class Declared extends Housekeeping {
    constructor(
      configuration: Configuration,
      causes: CauseContext,
      scheduler: SchedulerRegistry,
      ...values: unknown[]
    ) {
      super(name, new Logger(logger), steps(resolvedNeeds(needs, values)), configuration, causes, scheduler);
    }
  }
  Object.defineProperty(Declared, 'name', { value: name });
  injectInto(Declared, [Configuration, CauseContext, SchedulerRegistry, ...Object.values(needs)]);
  return Declared;
}
