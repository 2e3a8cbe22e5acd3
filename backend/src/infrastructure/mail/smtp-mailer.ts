import { createTransport, type Transporter } from 'nodemailer';
import { outsideTransaction } from '../database/transaction.ts';
import { Mailer, messageOf, type Mail } from './mailer.ts';

/** A person waits for the page meanwhile. */
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
      // A mail never loads files or URLs.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  protected override async deliver(mail: Mail): Promise<void> {
    outsideTransaction('a mail server');
    await this.#transport.sendMail(messageOf(mail, this.#from));
  }
}
