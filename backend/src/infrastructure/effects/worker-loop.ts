import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { Configuration } from '../config/configuration.ts';
import type { WorkLoop } from './work-loop.ts';

/** A loop of the engine. It runs in processes with the role `worker`, from their start to their end. */
export abstract class WorkerLoop<Row extends object = object, Platform extends string = string>
  implements OnApplicationBootstrap, OnModuleDestroy
{
  /** The constructor of the subclass creates the loop with the engine. */
  protected abstract readonly loop: WorkLoop<Row, Platform>;

  constructor(private readonly configuration: Configuration) {}

  onApplicationBootstrap(): void {
    if (this.configuration.roles.has('worker')) this.loop.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.loop.stop();
  }

  /** Checks for due work before the next tick, if this process has the role `worker`. For work that a user waits for. */
  wake(): void {
    if (this.configuration.roles.has('worker')) this.loop.tick();
  }

  /** From now on only `wake` and `round` claim due work. */
  endTicks(): void {
    this.loop.endTicks();
  }

  /** Handles due work, and waits until it is done. */
  round(): Promise<void> {
    return this.loop.round();
  }
}
