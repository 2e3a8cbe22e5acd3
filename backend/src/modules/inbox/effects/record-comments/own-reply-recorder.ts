import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { UsersBeingErased } from '#infrastructure/effects/users-being-erased.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import type { RemoteComment } from '#modules/integrations/ports/comments-of-accounts.ts';
import type { CommentEvent } from '../../domain/comment/comment-events.ts';
import { commentStream, type Comment } from '../../domain/comment/comment.ts';
import {
  isKnownReply,
  recordOwnReply,
  type OwnReplyOnPlatform,
} from '../../domain/comment/comment-recording.ts';
import { groupKeyOf } from '../../read-models/comments/fold-comment.ts';
import { CommentKeys, type KeySpace } from './comment-keys.ts';
import { COMMENTS_VIEW, OWN_REPLIES_VIEW } from '../../read-models/comments/comment-list.projection.ts';

/** Records what the owner of the inbox wrote under a post. Such a text is not a comment, but may be a reply to a comment. */
@Injectable()
export class OwnReplyRecorder {
  constructor(
    private readonly pool: Pool,
    private readonly keys: CommentKeys,
    private readonly writer: StreamWriter,
    private readonly leaving: UsersBeingErased,
  ) {}

  /** Returns the number of the comment that changed; null: none changed. `unplaced`: the text answers a comment that is not recorded. */
  async record(space: KeySpace, comment: RemoteComment, seenAt: string): Promise<number | 'unplaced' | null> {
    const { remoteId, parentRemoteId, text, createdAt, permalink } = comment;
    // A comment directly under the post is not a reply to a comment.
    if (parentRemoteId === null || (await this.#isKnown(space.accountId, remoteId))) return null;
    const ownReply: OwnReplyOnPlatform = { remoteId, text, createdAt, permalink, seenAt };
    const parentId = await this.keys.idByRemoteId(space, parentRemoteId);
    // Some platforms attach all replies to the top comment of the thread. So this searches the whole thread for a reply that the text proves.
    const candidates = await this.#candidates(space, comment, parentRemoteId);
    if (await this.leaving.has(space.ownerId)) return null;
    for (const id of candidates.filter((candidate) => candidate !== parentId)) {
      const { isNews, isKnown } = await this.#decide(id, ownReply, isProof);
      if (isNews) return id;
      // The read model may be outdated, and the stream already contains this text.
      if (isKnown) return null;
    }
    if (parentId === null) return 'unplaced';
    return (await this.#decide(parentId, ownReply, () => true)).isNews ? parentId : null;
  }

  async #decide(
    id: number,
    ownReply: OwnReplyOnPlatform,
    accepts: (events: readonly CommentEvent[]) => boolean,
  ): Promise<Readonly<{ isNews: boolean; isKnown: boolean }>> {
    const { appended, state } = await this.writer.decide(commentStream, id, (state: Comment) => {
      const events = state.id && state.seen ? recordOwnReply(state, state.id, ownReply) : [];
      return accepts(events) ? events : [];
    });
    return { isNews: appended.length > 0, isKnown: isKnownReply(state, ownReply.remoteId) };
  }

  async #isKnown(accountId: number, remoteId: string): Promise<boolean> {
    const { rowCount } = await this.pool.query({
      name: 'inbox-own-reply',
      text: `select from ${OWN_REPLIES_VIEW} where account_id = $1 and remote_id = $2`,
      values: [accountId, remoteId],
    });
    return rowCount !== 0;
  }

  /**
   * Comments under the same post whose reply from Posthorn this text may be: comments with an open reply, and all comments below the
   * answered comment. The second group is needed, because the read model may lack recent requests for replies.
   */
  async #candidates(
    { ownerId, accountId }: KeySpace,
    { postRemoteId }: RemoteComment,
    parentRemoteId: string,
  ): Promise<readonly number[]> {
    const { rows } = await this.pool.query<{ id: number }>({
      name: 'inbox-near-own-words',
      text: `with recursive post as (
          select comment_id, remote_id, reply_open, state #>> '{seen,parentRemoteId}' as above from ${COMMENTS_VIEW}
            where owner_id = $1 and group_key = $2),
        near as (
          select comment_id, remote_id from post where above = $3
          union select post.comment_id, post.remote_id from post join near on post.above = near.remote_id)
        select comment_id::float8 as id from near
        union select comment_id::float8 from post where reply_open order by id`,
      values: [ownerId, groupKeyOf(accountId, postRemoteId), parentRemoteId],
    });
    return rows.map(({ id }) => id);
  }
}

/** Returns whether the events prove that a reply is on the platform, once or twice. */
const isProof = ([first]: readonly CommentEvent[]): boolean =>
  first?.type === 'ReplySent' || first?.type === 'ReplyDuplicateDetected';
