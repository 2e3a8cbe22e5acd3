import type { Mail } from '#infrastructure/mail/mailer.ts';
import { writeMail } from '#infrastructure/mail/write-mail.ts';
import { API_TOKEN_MAIL_TEXT, TOKEN_ENDS_MAIL_TEXT } from './messages.en.ts';

/** Announces a new token to its owner. The mail is sent before the token becomes valid. */
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

const dayOf = (at: string): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at));

/** Announces to the owner that a token ends in a week. @param token `expiresAt`: ISO */
export function tokenEndsMail(
  to: string,
  { tokenId, name, expiresAt }: Readonly<{ tokenId: string; name: string; expiresAt: string }>,
  publicUrl: string,
): Mail {
  const text = TOKEN_ENDS_MAIL_TEXT;
  return writeMail(
    to,
    {
      subject: text.subject,
      before: [text.ends(name, dayOf(expiresAt)), text.anew],
      link: { label: text.button, url: `${publicUrl}/settings` },
      after: [text.unused],
    },
    `api-token-ends.${tokenId}`,
  );
}
