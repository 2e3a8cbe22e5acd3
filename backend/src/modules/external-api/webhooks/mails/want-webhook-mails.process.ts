import type { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import type { Process } from '#infrastructure/processes/process.ts';
import { webhookStream, type EndpointOwnerAsked, type EndpointSuspended } from '../../domain/webhook.ts';
import { webhookMails, type WebhookMailReason } from '../../domain/webhook-mail.ts';

/** One mail for each suspension and each question; its id follows from the fact, so that what is heard twice is sent once. */
export const wantWebhookMails = (writer: StreamWriter): Process<EndpointSuspended | EndpointOwnerAsked> => ({
  name: 'external.want-webhook-mails',
  categories: [webhookStream.category],
  types: ['EndpointSuspended', 'EndpointOwnerAsked'],
  from: 'now',
  handle: async ({ id, data, meta }) => {
    const { ownerId: userId, endpointId } = data;
    const reason: WebhookMailReason = 'reason' in data ? data.reason : 'owner-asked';
    const mailId = `webhook-${id}`;
    const wish = { userId, mailId, dueAt: meta.at, endpointId, reason };
    await writer.decide(webhookMails.stream, mailId, (state) => webhookMails.want(state, wish));
  },
});
