import { NOTICE_QUOTE_MAX } from '@posthorn/contracts/notifications/notices.http';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import {
  CommentsToReport,
  type CommentReceivedEvent,
  type CommentsSince,
  type NewCommentsUnder,
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

  /** Reads the streams, because the read models may not yet know that a comment is hidden. */
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

  /** Counts the same comments as the inbox list. Later readings give higher ids; the ids of one reading have no order. */
  async newUnder(ownerId: string, asked: readonly CommentsSince[]): Promise<readonly NewCommentsUnder[]> {
    await this.gate.waitFor([commentList.name, settingsList.name]);
    const { rows } = await this.pool.query<CountedRow>({
      name: 'inbox-new-comments-under',
      text: `select (select count(*)::float8 from ${COMMENTS_VIEW} m where ${NEW_SINCE}) as count, newest.text, newest.author
        from unnest($2::text[], $3::bigint[]) with ordinality as a(post, since, place)
        left join lateral (
          select left(m.text, $4) as text, m.state->'seen'->'author' as author from ${COMMENTS_VIEW} m where ${NEW_SINCE}
          order by m.created_at desc, m.comment_id desc limit 1
        ) newest on true
        order by a.place`,
      values: [ownerId, asked.map(({ post }) => post), asked.map(({ since }) => since), NOTICE_QUOTE_MAX],
    });
    return rows.map(({ count, text, author }) => ({
      count,
      newest: text === null || text === '' ? null : { text, author: author?.name || author?.handle || null },
    }));
  }
}

type CountedRow = Readonly<{
  count: number;
  text: string | null;
  author: Readonly<{ name: string | null; handle: string }> | null;
}>;

const NEW_SINCE = `m.owner_id = $1 and m.group_key = a.post and m.comment_id >= a.since
  and m.status = 'new' and not m.is_hidden and m.author_mac <> all(${BLOCKED})`;
