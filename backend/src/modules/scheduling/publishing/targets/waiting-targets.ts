import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { Target } from '../../domain/publication/publication-events.ts';
import { publicationId, publicationStream } from '../../domain/publication/publication.ts';
import { resume } from '../../domain/publication/readiness.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { DUE_VIEW } from '../target-rows.ts';
import { effectsView } from '#infrastructure/effects/open-effects.projection.ts';

/** What may have waited for an account: its open publications, posts that are to be deleted there, and videos without their cover. */
@Injectable()
export class WaitingTargets {
  constructor(
    private readonly pool: Pool,
    private readonly writer: StreamWriter,
    private readonly clock: DatabaseClock,
  ) {}

  /** The account works again. A target that is put off in this moment is found by whoever looks at it next. */
  async resume(accountId: number, ownerId: string): Promise<void> {
    const { rows } = await this.pool.query<Pick<Target, 'postId' | 'platform'>>(
      `select post_id::float8 as "postId", platform from ${DUE_VIEW}
         where account_id = $1 and owner_id = $2
       union select post_id::float8, platform from ${effectsView('remote_deletion')} where account_id = $1 and owner_id = $2
       union select post_id::float8, platform from ${effectsView('cover')} where account_id = $1 and owner_id = $2`,
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
