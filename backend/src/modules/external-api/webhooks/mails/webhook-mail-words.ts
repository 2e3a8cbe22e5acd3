import type { SuspensionReason } from '@posthorn/contracts/external/webhooks.http';
import type { MailWords } from '#infrastructure/mail/write-mail.ts';
import { WEBHOOK_MAIL_TEXT as TEXT } from './messages.en.ts';

/**
 * An address of a receiver may let whoever knows it in, so a mail names its host alone.
 * @param publicUrl without a slash at its end
 */
export const webhookMailWords = (url: string, reason: SuspensionReason, publicUrl: string): MailWords => ({
  subject: TEXT.subject,
  before: [TEXT[reason](URL.parse(url)?.host ?? '')],
  link: { label: TEXT.button, url: `${publicUrl}/settings` },
  after: [TEXT.kept, TEXT.help],
});
