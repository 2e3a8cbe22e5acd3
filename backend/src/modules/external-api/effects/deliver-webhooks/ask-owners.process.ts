import type { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import type { Process } from '#infrastructure/readers/process.ts';
import { askOwner, webhookStream, type EndpointAdded } from '../../domain/webhook/webhook.ts';

/**
 * Asks each owner once about endpoints that tokens created before events recorded the `maker`. These endpoints continue unchanged. The actor
 * of the event shows which token created the endpoint.
 */
export const askOwners = (writer: StreamWriter): Process<EndpointAdded> => ({
  name: 'external.ask-owners-of-webhooks',
  categories: [webhookStream.category],
  types: ['EndpointAdded'],
  from: 'start',
  handle: async ({ data: { endpointId, maker }, meta: { actor } }) => {
    if (maker.kind !== 'unrecorded' || actor.kind !== 'apiToken') return;
    await writer.decide(webhookStream, endpointId, (webhook) => askOwner(webhook, actor.id));
  },
});
