import { Inject, Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { WorkTable, type Work } from '#infrastructure/effects/work-table.ts';
import { MAILING, type MailTimes } from '#infrastructure/mail/mail-times.ts';

export type MailKey = Readonly<{ mailId: string }>;
export type DueMail = Work<MailKey, ''>;

/** Mails that are to be sent now. */
@Injectable()
export class MailRows extends WorkTable<MailKey, ''> {
  constructor(pool: Pool, clock: DatabaseClock, @Inject(MAILING) { lease }: MailTimes) {
    super(pool, clock, {
      kind: 'billing-mail',
      table: 'read_v1.billing_mail_due',
      columns: { mailId: { column: 'mail_id', type: 'text' } },
      key: ['mailId'],
      lease,
    });
  }
}
