import type { Platform } from '@posthorn/contracts/shared/platform';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { WorkTable, type Work } from '#infrastructure/effects/work-table.ts';
import { Inject, Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { PublishingTimes } from '../../domain/publication/publishing-times.ts';
import { ON_HOLD, TARGET_COLUMNS, type TargetKey } from '../target-rows.ts';
import { TIMES } from '../../times.ts';

export type DueCover = Work<TargetKey, Platform>;

/** Published videos whose cover is to be set now. That two workers set the same one does no harm. */
@Injectable()
export class CoverRows extends WorkTable<TargetKey, Platform> {
  constructor(pool: Pool, clock: DatabaseClock, @Inject(TIMES) times: PublishingTimes) {
    super(pool, clock, {
      kind: 'cover',
      table: 'read_v1.cover',
      columns: TARGET_COLUMNS,
      key: ['postId', 'accountId'],
      // Longer than the call may take.
      lease: 2 * times.callWithin,
      paused: ON_HOLD,
    });
  }
}
