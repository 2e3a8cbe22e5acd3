import { ERASED } from '#infrastructure/event-log/personal-field.ts';

/**
 * One receiver, the same words as text and as HTML. `id`: where the same mail may be sent again, it is the same one then.
 * `unsubscribe`: the address that ends mails like this one at a POST (RFC 8058).
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

/** What both mailers hand to nodemailer. Mailboxes that know a `Message-ID` already keep the first one (RFC 5322, 3.6.4). */
export const messageOf = ({ to, subject, text, html, id, unsubscribe }: Mail, from: string) => ({
  from,
  // As an object the address is taken whole: no list of receivers can hide in it.
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
