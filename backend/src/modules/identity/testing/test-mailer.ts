import { Mailer, type Mail } from '#infrastructure/mail/mailer.ts';

type Failure = 'no-connection' | Readonly<{ response: string; command: string }>;

/** Collects mails. Fails in the way that a spec configures. */
export class TestMailer extends Mailer {
  readonly sent: Mail[] = [];
  /** The failure, in the form in which nodemailer reports it; null: all mails succeed. */
  fails: Failure | null = null;
  /** The only address for which mails fail; null: mails to all addresses fail. */
  failsFor: string | null = null;

  to(address: string): readonly Mail[] {
    return this.sent.filter(({ to }) => to === address);
  }

  /** Runs while the next mail to this address is being sent. */
  duringMail: Readonly<{ to: string; happens: () => Promise<unknown> }> | null = null;

  protected override async deliver(mail: Mail): Promise<void> {
    const { duringMail } = this;
    if (duringMail?.to === mail.to) {
      this.duringMail = null;
      await duringMail.happens();
    }
    if (this.fails && (this.failsFor === null || this.failsFor === mail.to)) throw errorOf(this.fails);
    this.sent.push(mail);
  }
}

function errorOf(failure: Failure): Error {
  if (failure === 'no-connection') return new Error('connection refused');
  const responseCode = Number(failure.response.slice(0, 3));
  const error = new Error(`Can't send mail: ${failure.response}`);
  // nodemailer reports this code for all refusals of AUTH, even temporary ones.
  const code = failure.command.startsWith('AUTH') ? 'EAUTH' : 'EENVELOPE';
  return Object.assign(error, failure, { code, responseCode, permanent: responseCode >= 500 });
}
