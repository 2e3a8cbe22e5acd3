import { Inject, Injectable, Logger } from '@nestjs/common';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { EffectEngine } from '#infrastructure/effects/effect-engine.ts';
import type { WorkLoop } from '#infrastructure/effects/work-loop.ts';
import { WorkerLoop } from '#infrastructure/effects/worker-loop.ts';
import { TIMES, type InboxTimes } from '../times.ts';
import { AutoReplyRows, type AutoReplyKey, type DueAutoReply } from './auto-reply-rows.ts';
import { WriteAutoReply } from './write-auto-reply.ts';

/** The model answers so many at a time. */
const SLOTS = 4;

/** Writes automatic replies when their turn has come. Leased work: asking a model changes nothing outside, and sending is an effect. */
@Injectable()
export class AutoReplies extends WorkerLoop<AutoReplyKey> {
  protected override readonly loop: WorkLoop<AutoReplyKey>;

  constructor(
    configuration: Configuration,
    private readonly rows: AutoReplyRows,
    private readonly write: WriteAutoReply,
    engine: EffectEngine,
    @Inject(TIMES) times: InboxTimes,
  ) {
    super(configuration);
    const work = {
      name: 'auto-reply',
      actor: 'auto-reply',
      causeOf: ({ commentId }: DueAutoReply) => `auto-reply:${String(commentId)}`,
      run: (row: DueAutoReply) => this.#run(row),
    };
    this.loop = engine.leasedWork(work, rows, {
      name: 'inbox.auto-replies',
      platforms: [''],
      slots: SLOTS,
      logger: new Logger('inbox'),
      // Nobody waits for it to the second.
      times: { ...times, tick: 4 * times.tick },
    });
  }

  async #run(row: DueAutoReply): Promise<void> {
    const wait = await this.write.run(row);
    if (wait === null) await this.rows.release(row, null);
    else await this.rows.putBack(row, wait);
  }
}
