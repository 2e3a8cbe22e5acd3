import { expect, it } from '@jest/globals';
import { foldWebhookId } from './webhook-ids.projection.ts';

const data = { endpointId: '5f1c1c1e-0000-4000-8000-000000000001', ownerId: 'ana' };

it('keeps the owner of a webhook from its first event on, even after the webhook was removed', () => {
  const row = { id: data.endpointId, owner_id: 'ana' };
  expect(foldWebhookId(undefined, { data })).toEqual(row);
  expect(foldWebhookId(row, { data })).toEqual(row);
});
