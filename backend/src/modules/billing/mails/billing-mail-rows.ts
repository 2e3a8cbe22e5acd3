import { Inject, Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { MailRows } from '#infrastructure/mail/mail-rows.ts';
import { MAILING, type MailTimes } from '#infrastructure/mail/mail-times.ts';

/** Of `openMails`. */
export const BILLING_MAILS_DUE = 'billing_mail_due';

@Injectable()
export class BillingMailRows extends MailRows {
  constructor(pool: Pool, clock: DatabaseClock, @Inject(MAILING) times: MailTimes) {
    super(pool, clock, times, {
      kind: 'billing-mail',
      table: BILLING_MAILS_DUE,
    });
  }
}
