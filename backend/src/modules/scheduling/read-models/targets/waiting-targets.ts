import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { actionNames } from '../../domain/publication/actions.ts';
import type { Target } from '../../domain/publication/publication-events.ts';
import { publicationId, publicationStream } from '../../domain/publication/publication.ts';
import { resume } from '../../domain/publication/readiness.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { DUE_VIEW } from './target-rows.ts';
import { effectsView } from '#infrastructure/effects/open-effects.projection.ts';

const WAITING = [DUE_VIEW, effectsView('remote_deletion'), ...actionNames.map(effectsView)];

/**
 * Resumes what may have waited for an account: open publications, deletions, and actions on published posts.
 */
@Injectable()
export class WaitingTargets {
  constructor(
    private readonly pool: Pool,
    private readonly writer: StreamWriter,
    private readonly clock: DatabaseClock,
  ) {}

  /**
   * Runs when the account works again. If a target is postponed at the same moment, the worker sees the
   * working account at the next attempt.
   */
  async resume(accountId: number, ownerId: string): Promise<void> {
    const { rows } = await this.pool.query<Pick<Target, 'postId' | 'platform'>>(
      WAITING.map(
        (table) => `select post_id::float8 as "postId", platform from ${table}
          where account_id = $1 and owner_id = $2`,
      ).join(' union '),
      [accountId, ownerId],
    );
    for (const { postId, platform } of rows) {
      const now = await this.clock.now();
      await this.writer.decide(publicationStream, publicationId(postId, accountId), (publication) =>
        resume(publication, { postId, accountId, ownerId, platform }, now),
      );
    }
  }
}
