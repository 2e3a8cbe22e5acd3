import { plain } from '@posthorn/event-sourcing/event-shape';
import { mailStory, type MailEvent, type WantedMail } from '#infrastructure/mail/mail-story.ts';

/** What somebody is told of by mail: each once for what it is about. */
export type MailKind = 'welcome' | 'payment-failed' | 'payment-reminder' | 'premium-ended';
/** `about`: since when the payment is due, for mails about one. */
export type BillingWish = Readonly<{ kind: MailKind; about: string | null }>;
export type BillingMailEvent = MailEvent<typeof TYPES, BillingWish>;
export type WantedBillingMail = WantedMail<BillingWish>;

const TYPES = {
  wanted: 'BillingMailWanted',
  attempted: 'BillingMailAttempted',
  notAttempted: 'BillingMailNotAttempted',
  failed: 'BillingMailFailed',
  sent: 'BillingMailSent',
} as const;
export const billingMails = mailStory<typeof TYPES, BillingWish>('billingMail', TYPES, {
  kind: plain,
  about: plain,
});
