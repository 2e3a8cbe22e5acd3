import type { JsonObject } from '@posthorn/event-sourcing/event-store';
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
    const cutOff = new AbortController();
    const timer: { handle?: NodeJS.Timeout } = {};
    const late = new Promise<PrepareOutcome>((resolve) => {
      timer.handle = setTimeout(
        () => {
          resolve({ kind: 'refused', reason: 'preparation-timeout', words: null, retryable: true });
          cutOff.abort(new DOMException('The preparation took too long.', 'TimeoutError'));
        },
        preparationWithin(bytes, this.times),
      );
    });
    const keepInTime = (refs: JsonObject): Promise<void> =>
      cutOff.signal.aborted ? Promise.reject(new PublishingIsElsewhere()) : keep(refs);
    try {
      const preparing = this.commands.execute(
        new PreparePublication(outgoing, refs, keepInTime, cutOff.signal),
      );
      // What it says after it was cut off is heard by nobody.
      preparing.catch(() => undefined);
      return await Promise.race([late, preparing]);
    } finally {
      clearTimeout(timer.handle);
    }
  }
}
