import { platforms, type Platform } from '@posthorn/contracts/shared/platform';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { EffectEngine } from '#infrastructure/effects/effect-engine.ts';
import type { WorkLoop } from '#infrastructure/effects/work-loop.ts';
import { WorkerLoop } from '#infrastructure/effects/worker-loop.ts';
import { TIMES, type InboxTimes } from '../times.ts';
import { ReplyEffect } from './reply.kind.ts';
import { ReplyRows, type ReplyKey } from './reply-rows.ts';

/** Replies on one platform that a process has under way at a time: their own, so that a crowd of posts delays none. */
const SLOTS = 8;

/** Sends the replies that were asked for. */
@Injectable()
export class Replies extends WorkerLoop<ReplyKey, Platform> {
  protected override readonly loop: WorkLoop<ReplyKey, Platform>;

  constructor(
    configuration: Configuration,
    rows: ReplyRows,
    kind: ReplyEffect,
    engine: EffectEngine,
    @Inject(TIMES) times: InboxTimes,
  ) {
    super(configuration);
    this.loop = engine.loop(kind, rows, {
      name: 'inbox.replies',
      platforms,
      slots: SLOTS,
      times,
      logger: new Logger('inbox'),
    });
  }
}
