import { ERASED } from '#infrastructure/log/personal-field.ts';

/** Plain text, one receiver. */
export type Mail = Readonly<{ to: string; subject: string; text: string }>;

export abstract class Mailer {
  /**
   * Returns once the mail server (or the outbox folder) has taken the mail.
   * @throws Error when it has not, or when words that have been erased stand in the mail: such a mail goes nowhere
   */
  async send(mail: Mail): Promise<void> {
    if (Object.values(mail).some((words) => words.includes(ERASED)))
      throw new Error('Words of this mail have been erased: it is not sent.');
    await this.deliver(mail);
  }

  protected abstract deliver(mail: Mail): Promise<void>;
}
