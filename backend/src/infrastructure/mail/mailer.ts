import { ERASED } from '#infrastructure/event-log/personal-field.ts';

/**
 * A mail to one receiver, with the same text as plain text and as HTML. `id`: identifies the mail when it is sent again.
 * `unsubscribe`: a POST to this URL ends mails of this kind (RFC 8058).
 */
export type Mail = Readonly<{
  to: string;
  subject: string;
  text: string;
  html: string;
  id?: string;
  unsubscribe?: string;
}>;

export abstract class Mailer {
  /**
   * Returns after the mail server or the outbox folder has accepted the mail.
   * Code that writes a mail checks each quoted text with `hasErased`. The finished text may contain `[erased]` because a user wrote it.
   * @throws Error when the mail was not accepted, or when the address has been erased; such a mail is not sent
   */
  async send(mail: Mail): Promise<void> {
    if (mail.to === ERASED) throw new Error('The address of this mail has been erased: it is not sent.');
    await this.deliver(mail);
  }

  protected abstract deliver(mail: Mail): Promise<void>;
}

/** The message that both mailers hand to nodemailer. Mailboxes keep the first mail of a `Message-ID` (RFC 5322, 3.6.4). */
export const messageOf = ({ to, subject, text, html, id, unsubscribe }: Mail, from: string) => ({
  from,
  // An e-mail address in an object is one recipient: it cannot hide a list of recipients.
  to: { name: '', address: to },
  subject,
  text,
  html,
  ...(id !== undefined && { messageId: `<${id}@${domainOf(from)}>` }),
  ...(unsubscribe !== undefined && {
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }),
});

const domainOf = (from: string): string => /@([\w.-]+)/u.exec(from)?.[1] ?? 'localhost';
