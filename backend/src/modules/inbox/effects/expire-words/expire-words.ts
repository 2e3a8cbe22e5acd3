import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { commentStream } from '../../domain/comment/comment.ts';
import { RETENTION } from '../../domain/comment/retention.ts';
import { expire } from '../../domain/comment/sightings.ts';
import { COMMENTS_VIEW } from '../../read-models/comments/comment-list.projection.ts';

/** Comments of one platform in one sweep. The next sweep takes the rest. */
const AT_ONCE = 500;

/** Expires words that their platform does not allow us to keep any longer. The event deletes their key. */
@Injectable()
export class ExpireWords {
  constructor(
    private readonly pool: Pool,
    private readonly writer: StreamWriter,
    private readonly clock: DatabaseClock,
  ) {}

  async sweep(): Promise<void> {
    for (const { platform, keptFor, since } of RETENTION) {
      const now = await this.clock.now();
      const { rows } = await this.pool.query<{ id: number }>({
        name: `inbox-words-to-expire-by-${since}`,
        // A comment that was written later was also read later, so `created_at` limits the search.
        text: `select comment_id::float8 as id from ${COMMENTS_VIEW}
          where platform = $1 and text <> '' and created_at < $2
            and (state -> 'seen' ->> '${since}')::timestamptz < $2
          order by created_at limit $3`,
        values: [platform, new Date(now.getTime() - keptFor), AT_ONCE],
      });
      for (const { id } of rows)
        await this.writer.decide(commentStream, id, (comment) =>
          comment.id ? expire(comment, comment.id, now) : [],
        );
    }
  }
}
