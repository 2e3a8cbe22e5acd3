import { mailFailureOf, type MailFailure } from './mail-failure.ts';
import { openTransport } from './smtp-mailer.ts';

/** `unclear`: the server may take mails later. */
type MailServerFinding = Readonly<{ state: 'good' | 'bad' | 'unclear'; text: string }>;

/** By the error codes of nodemailer (nodemailer.com/errors) and of Node. */
const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there.',
  EDNS: 'there is no host of that name.',
  ENOTFOUND: 'there is no host of that name.',
  ETIMEDOUT: 'it does not answer in time.',
  ETLS: 'no encrypted connection could be made: look at the certificate, and at smtp:// or smtps://.',
  EPROTOCOL: 'what answers there is no mail server, or it expects smtps://.',
};

/**
 * Connects to the mail server, with encryption and sign-in as for a mail, and sends none. The finding leaves out the server's words, because
 * they may repeat user name and password.
 */
export async function tryMailServer(url: string): Promise<MailServerFinding> {
  const transport = await openTransport(url);
  try {
    await transport.verify();
    return { state: 'good', text: 'the mail server takes mails from here.' };
  } catch (error) {
    return findingOn(mailFailureOf(error), error);
  } finally {
    transport.close();
  }
}

function findingOn({ code = 'unknown', response = '' }: MailFailure, error: unknown): MailServerFinding {
  const status = /^\d{3}/u.exec(response)?.[0];
  if (status?.startsWith('4'))
    return { state: 'unclear', text: `the mail server takes no mails at the moment (${status}).` };
  if (code === 'EAUTH')
    return {
      state: 'bad',
      text: `the mail server refuses user name or password${status ? ` (${status})` : ''}.`,
    };
  const words = error instanceof Error ? error.message : '';
  const known = [code, ...Object.keys(SENTENCES)].find(
    (name) => name in SENTENCES && `${code} ${words}`.includes(name),
  );
  const why = known === undefined ? `it failed (${status ?? code}).` : (SENTENCES[known] ?? '');
  return { state: 'bad', text: `the mail server cannot be reached: ${why}` };
}
