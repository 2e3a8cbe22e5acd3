import {
  changeExternalWebhook,
  createExternalWebhook,
  DELIVERY_STATES,
  deleteExternalWebhook,
  listExternalDeliveries,
  listExternalWebhooks,
  redeliverExternal,
  replayExternal,
  rotateExternalWebhook,
  showExternalWebhook,
  testExternalWebhook,
  WEBHOOK,
} from '@posthorn/contracts/external/webhooks.http';
import { row, type Parameter } from '../call-row.ts';
import * as example from '../examples/event-examples.ts';
import { pageQuery } from './page-query.ts';

const id: Parameter = {
  description: 'Id of the webhook.',
  schema: { type: 'string', example: example.WEBHOOK_ID },
};
const eventId: Parameter = {
  description: 'Id of the event.',
  schema: { type: 'string', example: example.EVENT_ID },
};
const tag = 'Webhooks';
/** Error codes of calls that require the token that created the webhook. */
const OF_CREATOR_CALLS = ['external.webhook-not-found', 'external.webhook-of-others'] as const;

export const WEBHOOK_CALLS = {
  createExternalWebhook: row(createExternalWebhook, {
    tag,
    summary: 'Add a webhook',
    description:
      'From now on, each event of these types is sent to the address by POST. Standard Webhooks signs it with the secret, which is shown only ' +
      'here. The body is `{ id, type, timestamp, data }` of the event. Only a 2xx answer within 15 seconds counts as success. ' +
      'Otherwise the server tries again for three days, with the same `webhook-id`. The webhook has the scopes of the token that makes it, and ends ' +
      'with that token, unless a person takes it over in Settings. Beside `webhooks:write`, each type needs `events:read` or the scope that ' +
      'reads its subject: `posts:read` for posts and publications, `accounts:read`, `comments:read` for comments and replies; `plan.changed` needs none of these. `*` ' +
      'means all types that the token may read.',
    body: {
      type: 'CreateWebhookRequest',
      example: { url: 'https://example.com/hooks', types: ['publication.*'] },
    },
    answers: {
      201: {
        description: 'The webhook and its secret.',
        content: { type: 'CreatedWebhook', example: example.WEBHOOK_CREATED },
      },
    },
    refusals: ['external.address-not-allowed', 'external.webhook-limit', 'request.too-late'],
  }),
  listExternalWebhooks: row(listExternalWebhooks, {
    tag,
    summary: 'List webhooks',
    description: 'The newest first.',
    answers: {
      200: { description: 'The webhooks.', content: { type: 'Webhooks', example: [example.WEBHOOK_SHOWN] } },
    },
  }),
  showExternalWebhook: row(showExternalWebhook, {
    tag,
    summary: 'Show a webhook',
    description: 'Its state, and since when it has failed.',
    path: { id },
    answers: {
      200: { description: 'The webhook.', content: { type: 'Webhook', example: example.WEBHOOK_SHOWN } },
    },
    refusals: ['external.webhook-not-found'],
  }),
  changeExternalWebhook: row(changeExternalWebhook, {
    tag,
    summary: 'Change or resume a webhook',
    description:
      'Fields that you leave out stay unchanged. A resumed webhook first gets the events that were kept for it. Only the token that made it ' +
      'may change it, here and in the calls below.',
    path: { id },
    body: { type: 'ChangeWebhookRequest', example: { types: ['post.*', 'publication.*'] } },
    answers: {
      200: { description: 'The webhook.', content: { type: 'Webhook', example: example.WEBHOOK_SHOWN } },
    },
    refusals: [
      ...OF_CREATOR_CALLS,
      ...(['external.webhook-token-ended', 'external.address-not-allowed', 'request.too-late'] as const),
    ],
  }),
  deleteExternalWebhook: row(deleteExternalWebhook, {
    tag,
    summary: 'Delete a webhook',
    description: 'Deliveries that wait are not sent.',
    path: { id },
    answers: { 204: { description: 'It is deleted.' } },
    refusals: ['external.webhook-not-found', 'request.too-late'],
  }),
  rotateExternalWebhook: row(rotateExternalWebhook, {
    tag,
    summary: 'Get a new secret',
    description: `For ${String(WEBHOOK.bothSecretsHours)} hours, deliveries are signed with both secrets, so that a receiver can change.`,
    path: { id },
    answers: {
      200: { description: 'The new secret.', content: { type: 'RotatedSecret', example: example.ROTATED } },
    },
    refusals: [...OF_CREATOR_CALLS, 'request.too-late'],
  }),
  testExternalWebhook: row(testExternalWebhook, {
    tag,
    summary: 'Send a test',
    description:
      'Sends an event of the type `webhook.test` now, and reports the answer. The status is 200 even if the receiver refused.',
    path: { id },
    answers: {
      200: {
        description: 'The answer of the receiver.',
        content: { type: 'WebhookTest', example: example.TESTED },
      },
    },
    refusals: [...OF_CREATOR_CALLS, 'external.webhook-tests-too-many'],
  }),
  listExternalDeliveries: row(listExternalDeliveries, {
    tag,
    summary: 'List deliveries',
    description: `Deliveries that were sent or wait, the newest first; kept for ${String(WEBHOOK.keptDays)} days.`,
    path: { id },
    query: {
      state: {
        description: 'Only deliveries in this state.',
        schema: { type: 'string', enum: DELIVERY_STATES },
      },
      ...pageQuery(WEBHOOK),
    },
    answers: {
      200: {
        description: 'A page of deliveries.',
        content: { type: 'DeliveryPage', example: { items: [example.DELIVERY], nextCursor: null } },
      },
    },
    refusals: [...OF_CREATOR_CALLS, 'external.cursor-not-valid'],
  }),
  redeliverExternal: row(redeliverExternal, {
    tag,
    summary: 'Send a delivery again',
    description: 'Sends it at once, and begins with the first try.',
    path: { id, eventId },
    answers: {
      200: { description: 'The delivery.', content: { type: 'Delivery', example: example.DELIVERY } },
    },
    refusals: [...OF_CREATOR_CALLS, 'external.delivery-not-found', 'external.webhook-suspended'],
  }),
  replayExternal: row(replayExternal, {
    tag,
    summary: 'Send all since an event',
    description: `Sends all later events of the feed, also those that arrived before; ${String(WEBHOOK.replayMax)} at most.`,
    path: { id },
    body: { type: 'ReplayRequest', example: { after: example.EVENT_ID } },
    answers: {
      200: {
        description: 'The number of deliveries.',
        content: { type: 'Replay', example: example.REPLAYED },
      },
    },
    refusals: [
      ...OF_CREATOR_CALLS,
      'external.event-not-found',
      'external.webhook-suspended',
      'external.feed-behind',
    ],
  }),
};
