import { Inject, Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { WorkTable, type Work } from '#infrastructure/effects/work-table.ts';
import { MAILING, type MailTimes } from '#infrastructure/mail/mail-times.ts';

export type NoticeMailKey = Readonly<{ mailId: string }>;
export type DueNoticeMail = Work<NoticeMailKey, ''>;

/** Mails that are to be sent now. */
@Injectable()
export class NoticeMailRows extends WorkTable<NoticeMailKey, ''> {
  constructor(pool: Pool, clock: DatabaseClock, @Inject(MAILING) { lease }: MailTimes) {
    super(pool, clock, {
      kind: 'notice-mail',
      table: 'read_v1.notice_mail_due',
      columns: { mailId: { column: 'mail_id', type: 'text' } },
      key: ['mailId'],
      lease,
    });
  }
}
