import type { Mail } from '#infrastructure/mail/mailer.ts';
import { writeMail } from '#infrastructure/mail/write-mail.ts';
import { EMAIL_CHANGE_MAIL_TEXT } from './messages.en.ts';

export function verifyEmailMail(to: string, link: string): Mail {
  const text = EMAIL_CHANGE_MAIL_TEXT.verify;
  return writeMail(to, {
    subject: text.subject,
    before: [text.asked, text.open],
    link: { label: text.button, url: link },
    after: [text.once, text.notYou],
  });
}

/** Returns the mail to a requested address that belongs to another account. Only the reader of this address may learn this. */
export function emailTakenMail(to: string, signIn: string): Mail {
  const text = EMAIL_CHANGE_MAIL_TEXT.taken;
  return writeMail(to, {
    subject: text.subject,
    before: [text.asked, text.open],
    link: { label: text.button, url: signIn },
    after: [text.notYou],
  });
}

/** Returns the mail to the former address. */
export function emailChangedMail(
  to: string,
  { email, link }: Readonly<{ email: string; link: string }>,
): Mail {
  const text = EMAIL_CHANGE_MAIL_TEXT.changed;
  return writeMail(to, {
    subject: text.subject,
    before: [text.changed(email), text.open],
    link: { label: text.button, url: link },
    after: [text.once, text.you],
  });
}

/** Returns the mail to an address that its earlier owner took back. It is about the account that had the address in the meantime. */
export function otherAccountMail(
  to: string,
  { username, link }: Readonly<{ username: string; link: string }>,
): Mail {
  const text = EMAIL_CHANGE_MAIL_TEXT.otherAccount;
  return writeMail(to, {
    subject: text.subject,
    before: [text.lost(username), text.open],
    link: { label: text.button, url: link },
    after: [text.once, text.notNeeded],
  });
}
