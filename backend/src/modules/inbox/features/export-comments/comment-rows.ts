import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { isoOf } from '#infrastructure/database/instants.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { autoReplyId } from '../../domain/auto-reply/auto-reply.ts';
import { COMMENTS_VIEW, commentList } from '../../read-models/comments/comment-list.projection.ts';
import type { CommentRow } from '../../read-models/comments/fold-comment.ts';
import {
  PUBLICATIONS_VIEW,
  publicationList,
} from '../../read-models/publications/publications.projection.ts';

const PAGE = 200;

export type OwnedComment = Pick<
  CommentRow,
  | 'comment_id'
  | 'account_id'
  | 'platform'
  | 'post_id'
  | 'text'
  | 'status'
  | 'is_hidden'
  | 'created_at'
  | 'state'
>;

/** All comments of one owner, including hidden comments and comments of blocked authors. */
@Injectable()
export class CommentRows {
  constructor(
    private readonly pool: Pool,
    private readonly gate: ReadGate,
  ) {}

  /** Returns the newest comment first. */
  async *of(ownerId: string): AsyncGenerator<OwnedComment> {
    await this.gate.waitFor([commentList.name, publicationList.name]);
    let before: readonly [string, string] = ['infinity', '9223372036854775807'];
    for (;;) {
      const { rows } = await this.pool.query<OwnedComment & Readonly<{ place: string }>>({
        name: 'inbox-comments-to-export',
        text: `select comment_id::float8 as comment_id, c.account_id::float8 as account_id, platform,
            coalesce(c.post_id, p.post_id)::float8 as post_id, text, status, is_hidden, ${isoOf('created_at')} as created_at,
            created_at::text as place, state
          from ${COMMENTS_VIEW} c
          left join ${PUBLICATIONS_VIEW} p on p.account_id = c.account_id and p.remote_id = c.post_remote_id
          where c.owner_id = $1 and (created_at, comment_id) < ($2::timestamptz, $3::bigint)
          order by created_at desc, comment_id desc limit $4`,
        values: [ownerId, ...before, PAGE],
      });
      yield* rows;
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) return;
      before = [last.place, String(last.comment_id)];
    }
  }

  /** Returns the ids of the publications that have comments, as stream ids of `autoReplyStream`. */
  async publicationsOf(ownerId: string): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ post_id: number; account_id: number }>(
      `select distinct coalesce(c.post_id, p.post_id)::float8 as post_id, c.account_id::float8 as account_id
       from ${COMMENTS_VIEW} c
       left join ${PUBLICATIONS_VIEW} p on p.account_id = c.account_id and p.remote_id = c.post_remote_id
       where c.owner_id = $1 and coalesce(c.post_id, p.post_id) is not null order by 1, 2`,
      [ownerId],
    );
    return rows.map(({ post_id, account_id }) => autoReplyId(post_id, account_id));
  }
}
