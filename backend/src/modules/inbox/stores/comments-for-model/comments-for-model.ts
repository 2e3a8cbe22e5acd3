import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { CommentIsGone, CommentNotFound, NothingToAnswer } from '../../domain/comment/inbox.errors.ts';
import { COMMENTS_VIEW, commentList } from '../../read-models/comments/comment-list.projection.ts';
import {
  PUBLICATIONS_VIEW,
  POSTS_VIEW,
  publicationList,
} from '../../read-models/publications/publications.projection.ts';

/** `inReplyTo`: the text of the comment above, if it is recorded. `post`: the text of the post; empty: the post is not from Posthorn. */
export type CommentForModel = Readonly<{
  comment: string;
  inReplyTo: string | null;
  post: string;
  /** The last replies of the account, at most 20. */
  recentReplies: readonly string[];
}>;

type Row = Readonly<{
  comment: string;
  erased: boolean;
  in_reply_to: string | null;
  post: string | null;
  replies: readonly string[];
}>;

const SQL = `
  select c.text as comment, c.state ->> 'gone' is not null or c.state ->> 'isExpired' = 'true' as erased, above.text as in_reply_to, p.content as post,
    array(
      select r.state -> 'reply' ->> 'text' from ${COMMENTS_VIEW} r
      where r.owner_id = c.owner_id and r.account_id = c.account_id and r.status in ('ai_reply', 'manual_reply')
        and r.state -> 'reply' ->> 'text' is not null
      order by r.created_at desc limit 20) as replies
  from ${COMMENTS_VIEW} c
  left join ${COMMENTS_VIEW} above on above.account_id = c.account_id and above.owner_id = c.owner_id
    and above.remote_id = c.state -> 'seen' ->> 'parentRemoteId'
  left join ${PUBLICATIONS_VIEW} u on u.account_id = c.account_id and u.remote_id = c.post_remote_id
  left join ${POSTS_VIEW} p on p.owner_id = c.owner_id and p.post_id = coalesce(c.post_id, u.post_id)
  where c.comment_id = $2 and c.owner_id = $1
  limit 1`;

/** Reads what the model may see of a comment: its text, the text above and the text of the post. All come from our own rows. */
@Injectable()
export class CommentsForModel {
  constructor(
    private readonly pool: Pool,
    private readonly gate: ReadGate,
  ) {}

  /** @throws CommentNotFound, even for a comment in the inbox of another user; CommentIsGone when the text is erased; NothingToAnswer when there is none */
  async commentOf(userId: string, commentId: number): Promise<CommentForModel> {
    await this.gate.waitFor([commentList.name, publicationList.name]);
    const { rows } = await this.pool.query<Row>(SQL, [userId, commentId]);
    const [row] = rows;
    if (!row) throw new CommentNotFound();
    const { comment, in_reply_to: inReplyTo, post, replies: recentReplies } = row;
    if (row.erased) throw new CommentIsGone();
    if (comment.trim() === '') throw new NothingToAnswer();
    return { comment, inReplyTo: inReplyTo || null, post: post ?? '', recentReplies };
  }
}
