import type { MailWords } from '#infrastructure/mail/write-mail.ts';
import type { WebhookMailReason } from '../../domain/webhook-mail.ts';
import { WEBHOOK_MAIL_TEXT as TEXT } from './messages.en.ts';

/**
 * An address of a receiver may let whoever knows it in, so a mail names its host alone.
 * @param publicUrl without a slash at its end
 */
export const webhookMailWords = (url: string, reason: WebhookMailReason, publicUrl: string): MailWords => ({
  subject: reason === 'owner-asked' ? TEXT.askedSubject : TEXT.subject,
  before: [TEXT.before[reason](URL.parse(url)?.host ?? '')],
  link: { label: TEXT.button, url: `${publicUrl}/settings` },
  after: [TEXT.after[reason], TEXT.help],
});
