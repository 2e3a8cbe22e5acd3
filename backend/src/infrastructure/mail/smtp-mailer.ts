import type { Transporter } from 'nodemailer';
import { outsideTransaction } from '../database/transaction.ts';
import { Mailer, messageOf, type Mail } from './mailer.ts';

/** A person may be waiting for a page while the mail is sent. */
const PATIENCE_MILLISECONDS = 10_000;

/** Sends through the operator's mail server (`SMTP_URL`). */
export class SmtpMailer extends Mailer {
  #transport: Promise<Transporter> | undefined;

  constructor(
    private readonly url: string,
    private readonly from: string,
  ) {
    super();
  }

  protected override async deliver(mail: Mail): Promise<void> {
    outsideTransaction('a mail server');
    const transport = await (this.#transport ??= openTransport(this.url));
    await transport.sendMail(messageOf(mail, this.from));
  }
}

/** The client of a mail server. It is loaded with the first mail. */
export async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: PATIENCE_MILLISECONDS,
    greetingTimeout: PATIENCE_MILLISECONDS,
    socketTimeout: PATIENCE_MILLISECONDS,
    // A mail never loads files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
