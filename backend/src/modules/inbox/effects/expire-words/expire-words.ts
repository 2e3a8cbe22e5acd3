import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable, Logger } from '@nestjs/common';
import { Pool } from 'pg';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { commentStream } from '../../domain/comment/comment.ts';
import { RETENTION } from '../../domain/comment/retention.ts';
import { expireComment } from '../../domain/comment/comment-recording.ts';
import { COMMENTS_VIEW, HAS_WORDS } from '../../read-models/comments/comment-list.projection.ts';

/** The number of comments in one page. */
const PAGE_SIZE = 500;

/** Records that a comment expired, when its platform does not allow Posthorn to keep the text any longer. `ForgetWords` then deletes the encryption key of the text. */
@Injectable()
export class ExpireWords {
  readonly #logger = new Logger('inbox');

  constructor(
    private readonly pool: Pool,
    private readonly writer: StreamWriter,
    private readonly clock: DatabaseClock,
  ) {}

  async sweep(): Promise<void> {
    for (const { platform, keptFor, since } of RETENTION) {
      const now = await this.clock.now();
      const before = new Date(now.getTime() - keptFor);
      for await (const ids of this.#expired(platform, since, before))
        for (const id of ids) await this.#expire(id, now);
    }
  }

  /** Returns pages of comment ids, ordered by time. So a comment that cannot expire does not block later comments. */
  async *#expired(
    platform: Platform,
    since: 'lastSeenAt' | 'textSeenAt',
    before: Date,
  ): AsyncGenerator<readonly number[]> {
    let after: readonly [string, number] = ['-infinity', 0];
    for (;;) {
      const { rows } = await this.pool.query<{ id: number; at: string }>({
        name: `inbox-words-to-expire-by-${since}`,
        // A comment is written before the product reads it. So `created_at` limits the search and excludes no expired comment.
        text: `select comment_id::float8 as id, created_at::text as at from ${COMMENTS_VIEW}
          where platform = $1 and ${HAS_WORDS} and created_at < $2
            and (state -> 'seen' ->> '${since}')::timestamptz < $2
            and (created_at, comment_id) > ($4::timestamptz, $5::bigint)
          order by created_at, comment_id limit $3`,
        values: [platform, before, PAGE_SIZE, ...after],
      });
      const last = rows.at(-1);
      if (!last) return;
      yield rows.map(({ id }) => id);
      after = [last.at, last.id];
    }
  }

  /** Logs an error instead of throwing it, so that the sweep continues with other comments. The next sweep tries again. */
  async #expire(id: number, now: Date): Promise<void> {
    try {
      await this.writer.decide(commentStream, id, (comment) =>
        comment.id ? expireComment(comment, comment.id, now) : [],
      );
    } catch (error) {
      this.#logger.error({
        msg: 'The term of a comment is over, and its words were not erased; the next round tries again',
        commentId: id,
        err: error,
      });
    }
  }
}
