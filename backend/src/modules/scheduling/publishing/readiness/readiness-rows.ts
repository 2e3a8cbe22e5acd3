import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { WorkTable, type Work } from '#infrastructure/effects/work-table.ts';
import { Inject, Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { PublishingTimes } from '../../domain/publication/publishing-times.ts';
import { TIMES } from '../../times.ts';

/** A post, and what of it is to be checked. */
export type ReadinessCheck = Readonly<{ postId: number; version: number }>;
export type DueReadinessCheck = Work<ReadinessCheck>;

const LEASE_MS = 120_000;

/** Which posts are due soon and were not checked as they are now. A post that is due is left to publishing. */
@Injectable()
export class ReadinessRows extends WorkTable<ReadinessCheck> {
  constructor(pool: Pool, clock: DatabaseClock, @Inject(TIMES) times: PublishingTimes) {
    super(pool, clock, {
      kind: 'readiness',
      table: 'read_v1.readiness_check',
      columns: {
        postId: 'bigint',
        version: 'int',
      },
      key: ['postId'],
      lease: LEASE_MS,
      platform: `''`,
      ripe: `due.due_at > now() and due.due_at <= now() + interval '${String(times.readinessAhead)} milliseconds'
        and due.checked is distinct from due.version`,
    });
  }

  /** Here the due time is the post's own: only the lease says when it is looked at again. */
  override async putBack({ postId }: ReadinessCheck, wait: number): Promise<void> {
    await this.pool.query({
      name: 'readiness-later',
      text: `update read_v1.readiness_check set lease_owner = null, lease_until = now() + make_interval(secs => $2 / 1000.0)
        where post_id = $1 and lease_owner = $3`,
      values: [postId, wait, this.worker],
    });
  }

  /** It is checked as it was when it was claimed; what has changed since is checked again. */
  async done({ postId, version }: ReadinessCheck): Promise<void> {
    await this.pool.query({
      name: 'readiness-done',
      text: `update read_v1.readiness_check set checked = $2, lease_owner = null, lease_until = null
        where post_id = $1 and lease_owner = $3`,
      values: [postId, version, this.worker],
    });
  }
}
