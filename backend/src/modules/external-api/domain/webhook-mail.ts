import type { SuspensionReason } from '@posthorn/contracts/external/webhooks.http';
import { plain } from '@posthorn/event-sourcing/event-shape';
import { mailStory, type MailEvent, type WantedMail } from '#infrastructure/mail/mail-story.ts';

/** An owner is told once of each time that an endpoint was suspended. */
export type WebhookWish = Readonly<{ endpointId: string; reason: SuspensionReason }>;
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
