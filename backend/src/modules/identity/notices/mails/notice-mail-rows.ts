import { Inject, Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { MailRows } from '#infrastructure/mail/mail-rows.ts';
import { MAILING, type MailTimes } from '#infrastructure/mail/mail-times.ts';

/** Of `openMails`. */
export const NOTICE_MAILS_DUE = 'notice_mail_due';

@Injectable()
export class NoticeMailRows extends MailRows {
  constructor(pool: Pool, clock: DatabaseClock, @Inject(MAILING) times: MailTimes) {
    super(pool, clock, times, {
      kind: 'notice-mail',
      table: NOTICE_MAILS_DUE,
    });
  }
}
