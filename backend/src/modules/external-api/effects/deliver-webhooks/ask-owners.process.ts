import type { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import type { Process } from '#infrastructure/readers/process.ts';
import { askOwner, webhookStream, type EndpointAdded } from '../../domain/webhook/webhook.ts';

/**
 * Endpoints that tokens made before the makers of endpoints were recorded go on as they are, and each owner is asked once. Who made one
 * is the actor of its fact.
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
