import { readViewOf } from '#infrastructure/readers/read-views.ts';
import { rowProjection, rowTable, type RowOf } from '#infrastructure/readers/row-table.ts';
import { webhookStream, type WebhookEvent } from '../../domain/webhook/webhook.ts';

const WEBHOOK = rowTable('external_webhook', 'id', { id: 'text not null', owner_id: 'text not null' });
type WebhookIdRow = RowOf<typeof WEBHOOK>;

/** The row stays even after the webhook was removed. */
export const foldWebhookId = (
  row: WebhookIdRow | undefined,
  { data }: Pick<WebhookEvent, 'data'>,
): WebhookIdRow => row ?? { id: data.endpointId, owner_id: data.ownerId };

/** The owner of each webhook that ever existed. An export also needs the events of removed webhooks. */
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
