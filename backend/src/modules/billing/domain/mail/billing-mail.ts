import { plain } from '@posthorn/event-sourcing/event-shape';
import { mailStory, type WantedMail } from '#infrastructure/mail/mail-story.ts';

/** What somebody is told of by mail: each once for what it is about. */
export type MailKind = 'welcome' | 'payment-failed' | 'payment-reminder' | 'premium-ended';
/** `about`: since when the payment is due, for mails about one. */
type BillingWish = Readonly<{ kind: MailKind; about: string | null }>;
export type WantedBillingMail = WantedMail<BillingWish>;

export const billingMails = mailStory<'BillingMail', BillingWish>('BillingMail', {
  kind: plain,
  about: plain,
});
