import type { SuspensionReason } from '@posthorn/contracts/external/webhooks.http';
import { plain } from '@posthorn/event-sourcing/event-shape';
import { mailStory, type MailEvent, type WantedMail } from '#infrastructure/mail/mail-story.ts';

/** `owner-asked`: a token made the endpoint, and its owner is to say whether it may go on hearing everything. */
export type WebhookMailReason = SuspensionReason | 'owner-asked';
/** The owner gets one mail for each suspension of an endpoint, and one question about an endpoint that hears more than its token. */
export type WebhookWish = Readonly<{ endpointId: string; reason: WebhookMailReason }>;
export type WebhookMailEvent = MailEvent<typeof TYPES, WebhookWish>;
export type WantedWebhookMail = WantedMail<WebhookWish>;

const TYPES = {
  wanted: 'WebhookMailWanted',
  attempted: 'WebhookMailAttempted',
  notAttempted: 'WebhookMailNotAttempted',
  failed: 'WebhookMailFailed',
  sent: 'WebhookMailSent',
} as const;
export const webhookMails = mailStory<typeof TYPES, WebhookWish>('webhookMail', TYPES, {
  endpointId: plain,
  reason: plain,
});
