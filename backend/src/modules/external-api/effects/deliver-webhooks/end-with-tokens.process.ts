import { streamName } from '@posthorn/event-sourcing';
import type { Position } from '@posthorn/event-sourcing/event-store';
import type { EventReader } from '#infrastructure/event-log/event-reader.ts';
import type { Process } from '#infrastructure/readers/process.ts';
import type { AccountReclaimedEvent, ApiTokenRevokedEvent } from '#modules/identity/ports/events.ts';
import { webhookStream, type WebhookEvent } from '../../domain/webhook/webhook.ts';
import type { Suspensions } from './suspensions.ts';
import type { WebhookRows } from '../../read-models/webhooks/webhook-rows.ts';

/** Suspends endpoints when the token that created them is revoked. Each delivery also checks the token, because this process may be late. */
export const endWithTokens = (
  rows: WebhookRows,
  suspensions: Suspensions,
): Process<ApiTokenRevokedEvent> => ({
  name: 'external.end-webhooks-with-tokens',
  categories: ['apiToken'],
  types: ['ApiTokenRevoked'],
  from: 'now',
  handle: async ({ data: { tokenId } }) => {
    for (const endpointId of await rows.openOf(tokenId)) await suspensions.suspend(endpointId, 'token-ended');
  },
});

/** Events which show that the owner wants the endpoint. */
const CHOSEN: ReadonlySet<string> = new Set<WebhookEvent['type']>([
  ...(['EndpointAdded', 'EndpointResumed', 'EndpointTakenOver'] as const),
]);

/** Suspends all endpoints of a user who reclaimed their account, because a thief may have added them. The user resumes the right ones. */
export const pauseForOwners = (
  rows: WebhookRows,
  suspensions: Suspensions,
  reader: EventReader,
): Process<AccountReclaimedEvent> => ({
  name: 'external.pause-webhooks-of-reclaimed',
  categories: ['user'],
  types: ['AccountReclaimed'],
  from: 'now',
  handle: async ({ position, data: { userId } }) => {
    for (const { id, suspendedBecause } of await rows.listOf(userId))
      if (suspendedBecause === null && !(await isChosenSince(position, id, reader)))
        await suspensions.suspend(id, 'not-me');
  },
});

/** Whether the owner added or resumed an endpoint after this event. A process may get the event again after a crash. */
async function isChosenSince(position: Position, endpointId: string, reader: EventReader): Promise<boolean> {
  for await (const event of reader.stored(streamName(webhookStream, endpointId)))
    if (CHOSEN.has(event.type) && event.position > position) return true;
  return false;
}
