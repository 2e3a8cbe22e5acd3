import type { EventReader } from '#infrastructure/event-log/event-reader.ts';
import type { Process } from '#infrastructure/readers/process.ts';
import { webhookStream, type WebhookEvent } from '../../domain/webhook/webhook.ts';
import type { WebhookRows } from '../../read-models/webhooks/webhook-rows.ts';

/**
 * Makes each row match its stream, after a crash between event and row or a restore from a backup. A restored row could otherwise send
 * events to an endpoint that has been removed.
 */
export const settleWebhooks = (reader: EventReader, rows: WebhookRows): Process<WebhookEvent> => ({
  name: 'external.settle-webhooks',
  categories: [webhookStream.category],
  types: [
    ...(['EndpointChanged', 'EndpointSuspended', 'EndpointResumed', 'EndpointRemoved'] as const),
    ...(['EndpointOwnerAsked', 'EndpointTakenOver'] as const),
  ],
  from: 'start',
  handle: async ({ data: { endpointId } }) => {
    const { seen } = await reader.load(webhookStream, endpointId);
    await rows.settle(endpointId, seen);
  },
});
