import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import {
  CommentsToReport,
  type CommentReceivedEvent,
  type CommentsSince,
} from '../../ports/comments-to-report.ts';
import { commentStream } from '../../domain/comment/comment.ts';
import { contentFlagsOf, unwantedAs } from '../../domain/judging/unwanted.ts';
import { inboxSettingsStream } from '../../domain/settings/inbox-settings.ts';
import { COMMENTS_VIEW, commentList } from '../../read-models/comments/comment-list.projection.ts';
import { groupKeyOf } from '../../read-models/comments/fold-comment.ts';
import { settingsList } from '../../read-models/settings/settings.projection.ts';
import { BLOCKED } from '../../read-models/comments/comment-sql.ts';

@Injectable()
export class NewComments extends CommentsToReport {
  constructor(
    private readonly reader: EventReader,
    private readonly gate: ReadGate,
    private readonly pool: Pool,
  ) {
    super();
  }

  /** Reads the streams, because the read models may not show yet that a comment is hidden. */
  async postOf({
    ownerId,
    commentId,
    text,
  }: Pick<CommentReceivedEvent['data'], 'commentId' | 'ownerId' | 'text'>): Promise<string | null> {
    const { state } = await this.reader.load(commentStream, commentId);
    const { id, seen, status, gone, isExpired, hidden } = state;
    if (!id || !seen || id.ownerId !== ownerId) return null;
    if (status !== 'new' || gone !== null || isExpired || hidden !== null) return null;
    const { state: settings } = await this.reader.load(inboxSettingsStream, ownerId);
    if (settings.blocked.some(({ authorMac }) => authorMac === seen.authorMac)) return null;
    if (unwantedAs(contentFlagsOf(text), settings) !== null) return null;
    return groupKeyOf(id.accountId, seen.postRemoteId);
  }

  /** Counts like the inbox list. Ids rise from one reading to the next; within one reading they have no order. */
  async countNew(ownerId: string, asked: readonly CommentsSince[]): Promise<readonly number[]> {
    await this.gate.waitFor([commentList.name, settingsList.name]);
    const { rows } = await this.pool.query<{ count: number }>({
      name: 'inbox-count-new-comments',
      text: `select (
          select count(*)::float8 from ${COMMENTS_VIEW} m
          where m.owner_id = $1 and m.group_key = a.post and m.comment_id >= a.since
            and m.status = 'new' and not m.is_hidden and m.author_mac <> all(${BLOCKED})
        ) as count
        from unnest($2::text[], $3::bigint[]) with ordinality as a(post, since, place) order by a.place`,
      values: [ownerId, asked.map(({ post }) => post), asked.map(({ since }) => since)],
    });
    return rows.map(({ count }) => count);
  }
}
