import type { Mail } from '#infrastructure/mail/mailer.ts';
import { writeMail } from '#infrastructure/mail/write-mail.ts';
import { ACCOUNT_MAIL_TEXT } from './messages.en.ts';

/** Confirms that the account is being deleted. A repeated mail has the same id. `link`: the page about stored personal data. */
export function beingDeletedMail(to: string, userId: string, link: string): Mail {
  const text = ACCOUNT_MAIL_TEXT.beingDeleted;
  const words = { before: [text.asked, text.what], after: [text.last] };
  return writeMail(
    to,
    { subject: text.subject, ...words, link: { label: text.button, url: link } },
    `being-deleted.${userId}`,
  );
}

/** Lists the services that could not be notified. `left`: the user can contact these services. `leftToUs`: only the operator can. */
export function accountDeletedMail(
  to: string,
  userId: string,
  { left, leftToUs, link }: Readonly<{ left: readonly string[]; leftToUs: readonly string[]; link: string }>,
): Mail {
  const text = ACCOUNT_MAIL_TEXT.deleted;
  const byHand = left.length === 0 ? [] : [text.byHand(left.join(', '))];
  const byUs = leftToUs.length === 0 ? [] : [text.byUs(leftToUs.join(', '))];
  const words = { before: [text.gone, ...byHand, ...byUs], after: [text.none] };
  return writeMail(
    to,
    { subject: text.subject, ...words, link: { label: text.button, url: link } },
    `deleted.${userId}`,
  );
}
