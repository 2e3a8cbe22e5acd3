import { readViewOf } from '#infrastructure/readers/read-views.ts';
import { rowProjection, rowTable, type RowOf } from '#infrastructure/readers/row-table.ts';
import { webhookStream, type WebhookEvent } from '../../domain/webhook/webhook.ts';

const WEBHOOK = rowTable('external_webhook', 'id', { id: 'text not null', owner_id: 'text not null' });
type WebhookIdRow = RowOf<typeof WEBHOOK>;

/** It stays, whatever becomes of the webhook. */
export const foldWebhookId = (
  row: WebhookIdRow | undefined,
  { data }: Pick<WebhookEvent, 'data'>,
): WebhookIdRow => row ?? { id: data.endpointId, owner_id: data.ownerId };

/** Whose each webhook is that ever was, removed ones included: an export has their events. */
export const webhookIds = rowProjection<WebhookIdRow, WebhookEvent>({
  name: 'external.webhook-ids',
  version: 1,
  categories: [webhookStream.category],
  table: WEBHOOK,
  owner: 'owner_id',
  indexes: ['create index on {schema}.external_webhook (owner_id)'],
  keyOf: ({ data }) => data.endpointId,
  fold: foldWebhookId,
  touched: ({ owner_id: userId }) => ({ userId, topic: 'user' }),
});
export const WEBHOOKS_VIEW = readViewOf(webhookIds, 'external_webhook');
