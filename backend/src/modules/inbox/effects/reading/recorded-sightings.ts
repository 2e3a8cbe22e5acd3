import { Injectable } from '@nestjs/common';
import { Pool, type QueryResult } from 'pg';
import type { CommentAccount, RemoteComment } from '#modules/integrations/ports/comments-of-accounts.ts';
import type { Comment } from '../../domain/comment/comment.ts';
import { RecordSightings } from '../record-sightings/record-sightings.ts';
import { InboxMetrics } from '../inbox-metrics.ts';
import { groupKeyOf } from '../../read-models/comments/fold-comment.ts';
import { knownComment } from '../../read-models/comments/known-comment.ts';
import { Sightings, type RecordedComment, type SeenIn } from '../../stores/reading/sightings.ts';
import { COMMENTS_VIEW } from '../../read-models/comments/comment-list.projection.ts';

/** Rows in memory at once. */
const PAGE = 500;

/** Sightings as the inbox records them. */
@Injectable()
export class RecordedSightings extends Sightings {
  constructor(
    private readonly sightings: RecordSightings,
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
    const { received } = await this.sightings.record(account, seen, { source, ...seenIn });
    if (received.length > 0) this.metrics.received(account.platform, source, received.length);
    return received.length;
  }

  override async gone(
    account: CommentAccount,
    keys: readonly string[],
    { by: source, ...seenIn }: SeenIn,
  ): Promise<void> {
    const seen = keys.map((key) => ({ kind: 'gone', key }) as const);
    await this.sightings.record(account, seen, { source, ...seenIn });
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
      yield rows.flatMap(({ commentId, state }) => {
        const known = knownComment(state);
        return known ? [{ ...known, commentId }] : [];
      });
      last = rows.length < PAGE ? undefined : rows.at(-1)?.commentId;
    }
  }
}
