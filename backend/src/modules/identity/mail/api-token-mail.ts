import type { Mail } from '#infrastructure/mail/mailer.ts';
import { writeMail } from '#infrastructure/mail/write-mail.ts';
import { API_TOKEN_MAIL_TEXT } from './messages.en.ts';

/** To the owner of a token that is about to open something. */
export function apiTokenMail(
  to: string,
  { tokenId, name }: Readonly<{ tokenId: string; name: string }>,
  publicUrl: string,
): Mail {
  const text = API_TOKEN_MAIL_TEXT;
  return writeMail(
    to,
    {
      subject: text.subject,
      before: [text.made(name), text.you],
      link: { label: text.button, url: `${publicUrl}/settings` },
      after: [text.notYou],
    },
    `api-token.${tokenId}`,
  );
}
