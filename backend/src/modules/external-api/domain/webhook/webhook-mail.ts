import type { SuspensionReason } from '@posthorn/contracts/external/webhooks.http';
import { plain } from '@posthorn/event-sourcing/event-shape';
import { mailStory } from '#infrastructure/mail/mail-story.ts';

/** `owner-asked`: a token made the endpoint, and its owner is to say whether it may go on hearing everything. */
export type WebhookMailReason = SuspensionReason | 'owner-asked';
/** The owner gets one mail for each suspension of an endpoint, and one question about an endpoint that hears more than its token. */
type WebhookWish = Readonly<{ endpointId: string; reason: WebhookMailReason }>;

export const webhookMails = mailStory<'WebhookMail', WebhookWish>('WebhookMail', {
  endpointId: plain,
  reason: plain,
});
