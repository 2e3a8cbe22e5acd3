import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { withDeadline } from '#infrastructure/effects/with-deadline.ts';
import {
  PreparePublication,
  type PrepareOutcome,
  type Publication as Outgoing,
} from '#modules/integrations/public.ts';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { PublishingIsElsewhere } from '../domain/publication-errors.ts';
import { preparationWithin, type PublishingTimes } from '../domain/publishing-times.ts';
import { TIMES } from './times.ts';

/** What is safe to repeat has a bounded time: a connector that hangs must not keep a slot for ever. */
@Injectable()
export class Preparation {
  constructor(
    private readonly commands: CommandBus,
    @Inject(TIMES) private readonly times: PublishingTimes,
  ) {}

  /**
   * After its time it counts as refused for now, and the next one goes on from what was kept. Whatever the connector
   * does after that, nothing more is kept by it.
   */
  async run(
    outgoing: Outgoing,
    refs: JsonObject | null,
    keep: (refs: JsonObject) => Promise<void>,
  ): Promise<PrepareOutcome> {
    const bytes = outgoing.media.reduce((sum, file) => sum + file.bytes, 0);
    return withDeadline<PrepareOutcome>(
      preparationWithin(bytes, this.times),
      (signal) => {
        const keepInTime = (refs: JsonObject): Promise<void> =>
          signal.aborted ? Promise.reject(new PublishingIsElsewhere()) : keep(refs);
        return this.commands.execute(new PreparePublication(outgoing, refs, keepInTime, signal));
      },
      () => ({ kind: 'refused', reason: 'preparation-timeout', words: null, retryable: true }),
    );
  }
}
