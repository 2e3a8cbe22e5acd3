import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import type { ErasureStep, UserBeingErased, StepResult } from '#infrastructure/readers/erasure-steps.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { endClicks, linkClicksStream } from '../../domain/clicks/link-clicks.ts';

/** Stops the counting for an owner whose account is being erased, even if a slow worker is about to record an hour. */
@Injectable()
export class EndClicks {
  constructor(
    private readonly writer: StreamWriter,
    private readonly clock: DatabaseClock,
  ) {}

  readonly step: ErasureStep = {
    name: 'link-tree.clicks',
    phase: 'stop',
    run: (person) => this.#end(person),
  };

  async #end({ userId }: UserBeingErased): Promise<StepResult> {
    const endedAt = (await this.clock.now()).toISOString();
    await this.writer.decide(linkClicksStream, userId, (state) => endClicks(state, userId, endedAt));
    return { counts: {} };
  }
}
