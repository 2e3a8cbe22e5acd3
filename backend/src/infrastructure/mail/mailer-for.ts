import { join } from 'node:path';
import type { Configuration } from '../config/configuration.ts';
import type { Mailer } from './mailer.ts';
import { OutboxMailer } from './outbox-mailer.ts';
import { SmtpMailer } from './smtp-mailer.ts';

/** Through the operator's mail server, else into the outbox folder. */
export const mailerFor = ({ smtpUrl, mailFrom, dataDir }: Configuration): Mailer =>
  smtpUrl ? new SmtpMailer(smtpUrl, mailFrom) : new OutboxMailer(join(dataDir, 'outbox'), mailFrom);
