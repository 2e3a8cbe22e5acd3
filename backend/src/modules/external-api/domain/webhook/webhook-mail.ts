import type { SuspensionReason } from '@posthorn/contracts/external/webhooks.http';
import { plain } from '@posthorn/event-sourcing/event-shape';
import { mailStory } from '#infrastructure/mail/mail-story.ts';

/** `owner-asked`: a token created the endpoint, and the owner must decide whether it may keep receiving all events. */
export type WebhookMailReason = SuspensionReason | 'owner-asked';
/** The owner gets one mail for each suspension. They get one question about an endpoint that receives more than its token allows. */
type WebhookMailRequest = Readonly<{ endpointId: string; reason: WebhookMailReason }>;

export const webhookMails = mailStory<'WebhookMail', WebhookMailRequest>('WebhookMail', {
  endpointId: plain,
  reason: plain,
});
