import {
  NOTICES_SHOWN,
  type NoticeCause,
  type ReadNoticesRequest,
} from '@posthorn/contracts/notifications/notices.http';
import type { NoticeKind } from '@posthorn/contracts/shared/notice-choices';
import type { Position } from '@posthorn/event-sourcing/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { asTimestamp, isoOf } from '#infrastructure/database/instants.ts';
import { NOTICING, type NoticeTimes } from './notice-times.ts';

/** A notice for a user. */
export type NewNotice = Readonly<{
  userId: string;
  kind: NoticeKind;
  cause: NoticeCause;
  /** What the notice is about. Notices of the same subject and span share a row. */
  subject: string;
  accountId: number;
  postId: number | null;
  /** Only for comments: the comment, and the inbox's id of its post. */
  comment: Readonly<{ id: number; post: string }> | null;
  endsAt: string | null;
  at: string;
  position: Position;
}>;
/**
 * Where the notice appears. `span`: the end of the time span; all notices of one span go into one mail.
 * `mailId`: the id of that mail.
 */
type NoticeChannels = Readonly<{ span: string; inApp: boolean; mailId: string | null }>;

export type Notice = Readonly<{
  id: number;
  kind: NoticeKind;
  cause: NoticeCause;
  subject: string;
  accountId: number;
  postId: number | null;
  /** Only for comments: the first comment that counts, and the inbox's id of its post. */
  commentId: number | null;
  commentsOf: string | null;
  count: number;
  endsAt: string | null;
  at: string;
  read: boolean;
}>;

const NOTICE = `id::float8 as id, kind, cause, subject, account_id::float8 as "accountId", post_id::float8 as "postId",
  comment_id::float8 as "commentId", comments_of as "commentsOf", count, ${isoOf('ends_at')} as "endsAt",
  ${isoOf('at')} as at, read_at is not null as read`;

/**
 * The maximum number of unread notices that the bell counts. Each of them costs a check by the module that
 * owns its cause.
 */
const UNREAD_COUNTED = 100;

/**
 * The users' notices. Each subject and span has one row. A further notice increases the count of this row.
 */
@Injectable()
export class Notices {
  constructor(
    private readonly pool: Pool,
    @Inject(NOTICING) private readonly times: NoticeTimes,
  ) {}

  /**
   * Adds a notice. A repeated event adds nothing: the row stores the position of its newest event. Returns
   * the id of the mail that will contain the notice. A repeated call returns the id of the first mail.
   */
  async note(notice: NewNotice, { span, inApp, mailId }: NoticeChannels): Promise<string | null> {
    const { userId, kind, cause, subject, accountId, postId, comment, endsAt, at, position } = notice;
    const { rows } = await this.pool.query<{ mailId: string | null }>({
      name: 'identity-note-notice',
      text: `with known as (
          select mail_id from identity.notice
          where user_id = $1 and subject = $4 and position >= $6 order by position limit 1
        ), noted as (
          insert into identity.notice as n (user_id, kind, cause, subject, span, position, account_id, post_id,
            comment_id, comments_of, ends_at, in_app, mail_id, at)
          select $1, $2, $3, $4, $5, $6, $7::bigint, $8::bigint, $9::bigint, $10, $11::timestamptz, $12::boolean,
            $13, $14::timestamptz
          where not exists (select from known)
          on conflict (user_id, subject, span) do update set
            count = case when n.read_at is null then n.count + 1 else 1 end,
            comment_id = case when n.read_at is null then least(n.comment_id, excluded.comment_id) else excluded.comment_id end,
            cause = excluded.cause, position = excluded.position, ends_at = excluded.ends_at, at = excluded.at,
            in_app = n.in_app or excluded.in_app, mail_id = coalesce(n.mail_id, excluded.mail_id), read_at = null
          returning mail_id
        )
        select mail_id as "mailId" from known union all select mail_id from noted`,
      values: [
        ...[userId, kind, cause, subject, span, position, accountId, postId],
        ...[comment?.id ?? null, comment?.post ?? null, endsAt && asTimestamp(endsAt), inApp, mailId, at],
      ],
    });
    return rows[0]?.mailId ?? null;
  }

  /**
   * The notices of the app, the newest first: the notices that the list shows, and the unread notices that
   * the bell counts.
   */
  async ofApp(userId: string): Promise<readonly Notice[]> {
    const { rows } = await this.pool.query<Notice>({
      name: 'identity-notices',
      text: `with newest as (
          select *, row_number() over (order by at desc, id desc) as place,
            count(*) filter (where read_at is null) over (order by at desc, id desc) as unread
          from identity.notice where user_id = $1 and in_app
        )
        select ${NOTICE} from newest
        where place <= $2 or (read_at is null and unread <= $3) order by at desc, id desc`,
      values: [userId, NOTICES_SHOWN, UNREAD_COUNTED],
    });
    return rows;
  }

  /** The unread notices of a mail, the oldest first. */
  async ofMail(mailId: string): Promise<readonly Notice[]> {
    const { rows } = await this.pool.query<Notice>({
      name: 'identity-notices-of-mail',
      text: `select ${NOTICE} from identity.notice where mail_id = $1 and read_at is null order by at, id`,
      values: [mailId],
    });
    return rows;
  }

  /** Marks notices as read. Returns false when there was nothing to mark. */
  async markRead(userId: string, { id = null, until = null }: MarkedRead): Promise<boolean> {
    const { rowCount } = await this.pool.query({
      name: 'identity-read-notices',
      text: `update identity.notice set read_at = now()
        where user_id = $1 and in_app and read_at is null and ($2::bigint is null or id = $2)
          and ($3::timestamptz is null or at <= $3)`,
      values: [userId, id, until && asTimestamp(until)],
    });
    return (rowCount ?? 0) > 0;
  }

  async forgetOld(): Promise<void> {
    await this.pool.query(
      `delete from identity.notice where at < now() - make_interval(secs => $1 / 1000.0)`,
      [this.times.kept],
    );
  }
}

type MarkedRead = Readonly<{ [Name in keyof ReadNoticesRequest]: ReadNoticesRequest[Name] | null }>;
