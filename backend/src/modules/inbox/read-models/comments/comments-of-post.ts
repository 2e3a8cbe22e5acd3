import { streamName } from '@posthorn/event-sourcing';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { PostOnAccount } from '#modules/scheduling/ports/steps-of-comments.ts';
import { commentStream } from '../../domain/comment/comment.ts';
import { COMMENTS_VIEW, commentList } from './comment-list.projection.ts';
import { groupKeyOf } from './fold-comment.ts';

/** Finds all comments under a post, including hidden comments and comments of blocked authors, because a history is complete. */
@Injectable()
export class CommentsOfPost {
  constructor(
    private readonly gate: ReadGate,
    private readonly pool: Pool,
  ) {}

  /** The streams of the newest comments, the newest first, and the number of all comments. `most`: the maximum; null: all. */
  async streams(
    ownerId: string,
    posts: readonly PostOnAccount[],
    most: number | null,
  ): Promise<{ names: string[]; total: number }> {
    await this.gate.waitFor([commentList.name]);
    const groups = posts.map(({ accountId, remoteId }) => groupKeyOf(accountId, remoteId));
    const { rows } = await this.pool.query<{ id: number; total: number }>({
      name: 'inbox-streams-of-post',
      text: `select comment_id::float8 as id, (count(*) over ())::float8 as total from ${COMMENTS_VIEW}
        where owner_id = $1 and group_key = any($2) order by comment_id desc limit $3`,
      values: [ownerId, groups, most],
    });
    return {
      names: rows.map(({ id }) => streamName({ category: commentStream.category }, id)),
      total: rows[0]?.total ?? 0,
    };
  }
}
