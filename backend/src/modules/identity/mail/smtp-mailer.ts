import { createTransport, type Transporter } from 'nodemailer';
import { outsideTransaction } from '#infrastructure/database/transaction.ts';
import { Mailer, type Mail } from './mailer.ts';

/** Somebody is waiting in front of the page. */
const PATIENCE_MILLISECONDS = 10_000;

/** Sends through the operator's mail server (`SMTP_URL`). */
export class SmtpMailer extends Mailer {
  readonly #transport: Transporter;
  readonly #from: string;

  constructor(url: string, from: string) {
    super();
    this.#from = from;
    this.#transport = createTransport({
      url,
      connectionTimeout: PATIENCE_MILLISECONDS,
      greetingTimeout: PATIENCE_MILLISECONDS,
      socketTimeout: PATIENCE_MILLISECONDS,
      // A mail never reads files or addresses.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  protected override async deliver({ to, subject, text }: Mail): Promise<void> {
    outsideTransaction('a mail server');
    // As an object the address is taken whole: no list of receivers can hide in it.
    await this.#transport.sendMail({ from: this.#from, to: { name: '', address: to }, subject, text });
  }
}
