import type { Projection } from '#infrastructure/projections/projection.ts';
import { keyedRows } from '#infrastructure/projections/keyed-rows.ts';
import { webhookStream, type WebhookEvent } from '../domain/webhook.ts';

type WebhookIdRow = Readonly<{ id: string; owner_id: string }>;

/** Whose each webhook is that ever was, removed ones included: an export has their events. */
export const webhookIds: Projection<WebhookEvent> = {
  name: 'external.webhook-ids',
  version: 1,
  categories: [webhookStream.category],
  tables: { external_webhook: 'id text primary key, owner_id text not null' },
  indexes: ['create index on {schema}.external_webhook (owner_id)'],
  personal: { external_webhook: 'owner_id' },
  apply: keyedRows<WebhookIdRow, WebhookEvent>({
    table: 'external_webhook',
    key: 'id',
    keyOf: ({ data }) => data.endpointId,
    columns: { id: 'text', owner_id: 'text' },
    fold: foldWebhookId,
    touched: ({ owner_id: userId }) => ({ userId, topic: 'user' }),
  }),
};

/** It stays, whatever becomes of the webhook. */
export function foldWebhookId(
  row: WebhookIdRow | undefined,
  { data }: Pick<WebhookEvent, 'data'>,
): WebhookIdRow {
  return row ?? { id: data.endpointId, owner_id: data.ownerId };
}
