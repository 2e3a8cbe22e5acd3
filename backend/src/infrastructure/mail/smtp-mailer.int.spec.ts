import { expect, it } from '@jest/globals';
import { inTransaction, TransactionIsOpen } from '#infrastructure/database/transaction.ts';
import { openTestDatabase } from '#infrastructure/testing/database.ts';
import { SmtpMailer } from './smtp-mailer.ts';

it('refuses to send a mail in an open transaction', async () => {
  const { pool, close } = await openTestDatabase();
  // No server listens on this port: a mail that is really sent fails with another error.
  const mailer = new SmtpMailer('smtp://127.0.0.1:1', 'posthorn@example.org');
  const mail = { to: 'ana@example.org', subject: 'Sign in', text: 'A link.', html: '<p>A link.' };
  try {
    await expect(inTransaction(pool, () => mailer.send(mail))).rejects.toThrow(TransactionIsOpen);
    await expect(mailer.send(mail)).rejects.toThrow('ECONNREFUSED');
  } finally {
    await close();
  }
});
