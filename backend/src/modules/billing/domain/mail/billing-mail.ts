import { plain } from '@posthorn/event-sourcing/event-shape';
import { mailStory, type RequestedMail } from '#infrastructure/mail/mail-story.ts';

/** The kinds of mails. */
export type MailKind = 'welcome' | 'payment-failed' | 'payment-reminder' | 'premium-ended';
/** `about`: for mails about a payment, the time since which the payment is due; null for other mails. */
type MailRequest = Readonly<{ kind: MailKind; about: string | null }>;
export type RequestedBillingMail = RequestedMail<MailRequest>;

export const billingMails = mailStory<'BillingMail', MailRequest>('BillingMail', {
  kind: plain,
  about: plain,
});
