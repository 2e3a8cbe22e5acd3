import type { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import type { Process } from '#infrastructure/processes/process.ts';
import { webhookStream, type EndpointSuspended } from '../../domain/webhook.ts';
import { webhookMails } from '../../domain/webhook-mail.ts';

/** One mail for each suspension; its id follows from the fact, so that what is heard twice is sent once. */
export const wantWebhookMails = (writer: StreamWriter): Process<EndpointSuspended> => ({
  name: 'external.want-webhook-mails',
  categories: [webhookStream.category],
  types: ['EndpointSuspended'],
  from: 'now',
  handle: async ({ id, data: { ownerId: userId, endpointId, reason }, meta }) => {
    const mailId = `webhook-${id}`;
    const wish = { userId, mailId, dueAt: meta.at, endpointId, reason };
    await writer.decide(webhookMails.stream, mailId, (state) => webhookMails.want(state, wish));
  },
});
