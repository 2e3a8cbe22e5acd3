import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { Configuration } from '../config/configuration.ts';
import type { WorkLoop } from './work-loop.ts';

/** A loop of the engine that runs where the role `worker` is, from the start of the process to its end. */
export abstract class WorkerLoop<Row extends object = object, Platform extends string = string>
  implements OnApplicationBootstrap, OnModuleDestroy
{
  /** Made by the engine, in the constructor. */
  protected abstract readonly loop: WorkLoop<Row, Platform>;

  constructor(private readonly configuration: Configuration) {}

  onApplicationBootstrap(): void {
    if (this.configuration.roles.has('worker')) this.loop.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.loop.stop();
  }

  /** Something is due that somebody waits for: it is looked at before the next tick, where this process works at all. */
  wake(): void {
    if (this.configuration.roles.has('worker')) this.loop.tick();
  }

  /** From now on only `wake` and `round` take up what is due. */
  endTicks(): void {
    this.loop.endTicks();
  }

  /** Takes up what is due, and waits for the end of it. */
  round(): Promise<void> {
    return this.loop.round();
  }
}
