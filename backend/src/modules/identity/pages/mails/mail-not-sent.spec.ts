import { expect, it } from '@jest/globals';
import { stdSerializers } from 'pino';
import { MailNotSent } from './mail-not-sent.ts';

it('logs the reason without the e-mail address of the receiver', () => {
  const refusal = new Error("Can't send mail: 550 5.1.1 <ada@example.com>: Recipient address rejected");
  const logged = JSON.stringify(stdSerializers.err(new MailNotSent(refusal)));
  expect(logged).toContain('550 5.1.1');
  expect(logged).not.toContain('ada@');
});
