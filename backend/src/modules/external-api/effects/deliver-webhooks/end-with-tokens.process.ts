import type { Process } from '#infrastructure/readers/process.ts';
import type { AccountReclaimedEvent, ApiTokenRevokedEvent } from '#modules/identity/ports/events.ts';
import type { Suspensions } from './suspensions.ts';
import type { WebhookRows } from '../../read-models/webhooks/webhook-rows.ts';

/** Suspends endpoints with the token that made them. Each delivery also checks the token, because this process may be late. */
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

/** A thief may have made any of them, so all are suspended. Their owner resumes the right ones. */
export const pauseForOwners = (
  rows: WebhookRows,
  suspensions: Suspensions,
): Process<AccountReclaimedEvent> => ({
  name: 'external.pause-webhooks-of-reclaimed',
  categories: ['user'],
  types: ['AccountReclaimed'],
  from: 'now',
  handle: async ({ data: { userId } }) => {
    for (const { id, suspendedBecause } of await rows.listOf(userId))
      if (suspendedBecause === null) await suspensions.suspend(id, 'not-me');
  },
});
