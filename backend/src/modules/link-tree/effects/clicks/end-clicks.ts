import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import type { ErasureStep, LeavingPerson, StepResult } from '#infrastructure/readers/erasure-steps.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { endClicks, linkClicksStream } from '../../domain/clicks/link-clicks.ts';

/** Nothing is counted any more for somebody who leaves, whatever a worker that hangs has in its hands. */
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

  async #end({ userId }: LeavingPerson): Promise<StepResult> {
    const endedAt = (await this.clock.now()).toISOString();
    await this.writer.decide(linkClicksStream, userId, (state) => endClicks(state, userId, endedAt));
    return { counts: {} };
  }
}
