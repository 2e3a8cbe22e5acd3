/** Plain text, one receiver. */
export type Mail = Readonly<{ to: string; subject: string; text: string }>;

export abstract class Mailer {
  /** Returns once the mail server (or the outbox folder) has taken the mail. @throws Error when it has not */
  abstract send(mail: Mail): Promise<void>;
}
