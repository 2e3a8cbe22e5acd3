import { Injectable } from '@nestjs/common';
import { Pool, type QueryResult } from 'pg';
import type { CommentAccount, RemoteComment } from '#modules/integrations/ports/comments-of-accounts.ts';
import type { Comment } from '../../domain/comment/comment.ts';
import { RecordComments } from '../record-comments/record-comments.ts';
import { InboxMetrics } from '../inbox-metrics.ts';
import { groupKeyOf } from '../../read-models/comments/fold-comment.ts';
import { knownComment } from '../../read-models/comments/known-comment.ts';
import {
  CommentRecorder,
  type FirstStoredComments,
  type RecordedComment,
  type StoredCommentsByPost,
  type SeenIn,
} from '../../stores/reading/comment-recorder.ts';
import { COMMENTS_VIEW } from '../../read-models/comments/comment-list.projection.ts';

/** The maximum number of rows in memory. */
const PAGE = 500;

/** Records what a reading saw in the streams of comments, and returns recorded comments from the read model. */
@Injectable()
export class InboxCommentRecorder extends CommentRecorder {
  constructor(
    private readonly recorder: RecordComments,
    private readonly pool: Pool,
    private readonly metrics: InboxMetrics,
  ) {
    super();
  }

  override async record(
    account: CommentAccount,
    comments: readonly RemoteComment[],
    { by: source, ...seenIn }: SeenIn,
  ): Promise<number> {
    const seen = comments.map((comment) => ({ kind: 'there', comment }) as const);
    const { received } = await this.recorder.record(account, seen, { source, ...seenIn });
    if (received.length > 0) this.metrics.received(account.platform, source, received.length);
    return received.length;
  }

  override async gone(
    account: CommentAccount,
    keys: readonly string[],
    { by: source, ...seenIn }: SeenIn,
  ): Promise<void> {
    const seen = keys.map((key) => ({ kind: 'gone', key }) as const);
    await this.recorder.record(account, seen, { source, ...seenIn });
  }

  override async firstCommentsUnder(
    { accountId, ownerId }: CommentAccount,
    postRemoteIds: readonly string[],
  ): Promise<StoredCommentsByPost> {
    if (postRemoteIds.length === 0) return new Map();
    const posts = new Map(postRemoteIds.map((id) => [groupKeyOf(accountId, id), id]));
    const { rows } = await this.pool.query<{ commentId: number; state: Comment; groupKey: string }>({
      name: 'inbox-comments-first-under',
      text: `select asked.group_key as "groupKey", c.comment_id::float8 as "commentId", c.state
        from unnest($2::text[]) as asked (group_key) cross join lateral (
          select comment_id, state from ${COMMENTS_VIEW}
          where owner_id = $1 and group_key = asked.group_key
            and state ->> 'gone' is null and state ->> 'isExpired' = 'false'
          order by comment_id limit $3
        ) c order by asked.group_key, c.comment_id`,
      values: [ownerId, [...posts.keys()], PAGE + 1],
    });
    const under = new Map<string, FirstStoredComments>();
    for (const [groupKey, post] of posts) {
      const found = rows.filter((row) => row.groupKey === groupKey);
      if (found.length === 0) continue;
      under.set(post, { comments: commentsOf(found.slice(0, PAGE)), isAll: found.length <= PAGE });
    }
    return under;
  }

  override async *under(
    { accountId, ownerId }: CommentAccount,
    postRemoteId: string,
    after: number,
  ): AsyncGenerator<readonly RecordedComment[]> {
    let last: number | undefined = after;
    while (last !== undefined) {
      const { rows }: QueryResult<{ commentId: number; state: Comment }> = await this.pool.query({
        name: 'inbox-comments-under-post',
        text: `select comment_id::float8 as "commentId", state from ${COMMENTS_VIEW}
          where owner_id = $1 and group_key = $2 and comment_id > $3
            and state ->> 'gone' is null and state ->> 'isExpired' = 'false'
          order by comment_id limit $4`,
        values: [ownerId, groupKeyOf(accountId, postRemoteId), last, PAGE],
      });
      yield commentsOf(rows);
      last = rows.length < PAGE ? undefined : rows.at(-1)?.commentId;
    }
  }
}

const commentsOf = (rows: readonly Readonly<{ commentId: number; state: Comment }>[]): RecordedComment[] =>
  rows.flatMap(({ commentId, state }) => {
    const known = knownComment(state);
    return known ? [{ ...known, commentId }] : [];
  });
