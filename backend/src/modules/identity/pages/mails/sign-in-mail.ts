import type { Mail } from '#infrastructure/mail/mailer.ts';
import { writeMail } from '#infrastructure/mail/write-mail.ts';
import { SIGN_IN_MAIL_TEXT as TEXT } from './messages.en.ts';

export const signInMail = (to: string, { link, code }: Readonly<{ link: string; code: string }>): Mail =>
  writeMail(to, {
    subject: TEXT.subject,
    before: [TEXT.asked, TEXT.open],
    link: { label: TEXT.button, url: link },
    code: { label: TEXT.code, digits: code },
    after: [TEXT.once, TEXT.notYou],
  });
