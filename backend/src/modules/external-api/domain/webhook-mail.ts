import type { SuspensionReason } from '@posthorn/contracts/external/webhooks.http';
import { plain } from '@posthorn/event-sourcing/event-shape';
import { mailStory, type MailEvent, type WantedMail } from '#infrastructure/mail/mail-story.ts';

/** `owner-asked`: a token made the endpoint, and its owner is to say whether it may go on hearing everything. */
export type WebhookMailReason = SuspensionReason | 'owner-asked';
/** An owner is told once of each time that an endpoint was suspended, and asked once about one that hears more than its token. */
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
