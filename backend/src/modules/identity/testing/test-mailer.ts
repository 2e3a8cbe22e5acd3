import { Mailer, type Mail } from '#infrastructure/mail/mailer.ts';

type Failure = 'no-connection' | Readonly<{ response: string; command: string }>;

/** Keeps what it is given, and fails as the mail server of a spec does. */
export class TestMailer extends Mailer {
  readonly sent: Mail[] = [];
  /** A refusal as nodemailer reports it; null: everything is taken. */
  fails: Failure | null = null;
  /** It fails for this address alone; null: for all. */
  failsFor: string | null = null;

  to(address: string): readonly Mail[] {
    return this.sent.filter(({ to }) => to === address);
  }

  /** What happens while the next mail is on its way to this address. */
  meanwhile: Readonly<{ to: string; happens: () => Promise<unknown> }> | null = null;

  protected override async deliver(mail: Mail): Promise<void> {
    const { meanwhile } = this;
    if (meanwhile?.to === mail.to) {
      this.meanwhile = null;
      await meanwhile.happens();
    }
    if (this.fails && (this.failsFor === null || this.failsFor === mail.to)) throw errorOf(this.fails);
    this.sent.push(mail);
  }
}

function errorOf(failure: Failure): Error {
  if (failure === 'no-connection') return new Error('connection refused');
  const responseCode = Number(failure.response.slice(0, 3));
  const error = new Error(`Can't send mail: ${failure.response}`);
  return Object.assign(error, failure, { responseCode, permanent: responseCode >= 500 });
}
