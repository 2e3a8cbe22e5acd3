import { platforms, type Platform } from '@posthorn/contracts/shared/platform';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { EffectEngine } from '#infrastructure/effects/effect-engine.ts';
import type { WorkLoop } from '#infrastructure/effects/work-loop.ts';
import { WorkerLoop } from '#infrastructure/effects/worker-loop.ts';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { PublishingTimes } from '../../domain/publication/publishing-times.ts';
import type { TargetKey } from '../target-rows.ts';
import { TIMES } from '../../times.ts';
import { CoverRows } from './cover-rows.ts';
import { CoverKind } from './cover.kind.ts';

/** Covers of one platform that a process has under way at a time; one owner's come to half of them. */
const SLOTS = 8;

/** Sets the covers of published videos, where that is a call of its own. */
@Injectable()
export class Covers extends WorkerLoop<TargetKey, Platform> {
  protected override readonly loop: WorkLoop<TargetKey, Platform>;

  constructor(
    configuration: Configuration,
    rows: CoverRows,
    kind: CoverKind,
    engine: EffectEngine,
    @Inject(TIMES) times: PublishingTimes,
  ) {
    super(configuration);
    this.loop = engine.loop(kind, rows, {
      name: 'scheduling.covers',
      platforms,
      slots: SLOTS,
      logger: new Logger('Publishing'),
      // Nobody waits for it as for a post that is due.
      times: { ...times, tick: 2 * times.tick },
    });
  }
}
