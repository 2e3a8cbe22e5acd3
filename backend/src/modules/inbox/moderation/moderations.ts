import { platforms, type Platform } from '@posthorn/contracts/shared/platform';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { EffectEngine } from '#infrastructure/effects/effect-engine.ts';
import type { WorkLoop } from '#infrastructure/effects/work-loop.ts';
import { WorkerLoop } from '#infrastructure/effects/worker-loop.ts';
import { TIMES, type InboxTimes } from '../times.ts';
import { ModerationEffect } from './moderation.kind.ts';
import { ModerationRows, type ModerationKey } from './moderation-rows.ts';

/** Comments of one platform that a process hides or removes at a time. */
const SLOTS = 4;

/** Hides, shows and removes comments on their platforms. */
@Injectable()
export class Moderations extends WorkerLoop<ModerationKey, Platform> {
  protected override readonly loop: WorkLoop<ModerationKey, Platform>;

  constructor(
    configuration: Configuration,
    rows: ModerationRows,
    kind: ModerationEffect,
    engine: EffectEngine,
    @Inject(TIMES) times: InboxTimes,
  ) {
    super(configuration);
    this.loop = engine.loop(kind, rows, {
      name: 'inbox.moderations',
      platforms,
      slots: SLOTS,
      logger: new Logger('inbox'),
      // It is hidden here already.
      times: { ...times, tick: 2 * times.tick },
    });
  }
}
