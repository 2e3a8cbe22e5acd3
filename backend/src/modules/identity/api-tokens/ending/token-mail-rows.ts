import { Inject, Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { MailRows } from '#infrastructure/mail/mail-rows.ts';
import { MAILING, type MailTimes } from '#infrastructure/mail/mail-times.ts';

/** Of `openMails`. */
export const TOKEN_MAILS_DUE = 'api_token_mail_due';

@Injectable()
export class TokenMailRows extends MailRows {
  constructor(pool: Pool, clock: DatabaseClock, @Inject(MAILING) times: MailTimes) {
    super(pool, clock, times, {
      kind: 'api-token-mail',
      table: TOKEN_MAILS_DUE,
    });
  }
}
