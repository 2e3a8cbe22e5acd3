import type { EventsView, PublicEvent } from '@posthorn/contracts/external/events.http';
import type {
  CreatedWebhookView,
  DeliveryView,
  ReplayView,
  RotatedSecretView,
  WebhookTestView,
  WebhookView,
} from '@posthorn/contracts/external/webhooks.http';

export const EVENT_ID = 'evt_018f6a52-5e0c-7c1f-8a59-0f2f1c6f9d3e';
export const WEBHOOK_ID = 'b2a7c9de-11f0-4a53-9a0e-7c64c0f4f0a1';

const EVENT: PublicEvent = {
  id: EVENT_ID,
  type: 'publication.published',
  at: '2026-12-01T07:00:02.000Z',
  data: {
    postId: 7,
    accountId: 12,
    platform: 'mastodon',
    attemptId: null,
    remoteId: '113579',
    permalink: 'https://mastodon.social/@ana/113579',
  },
};
export const EVENTS: EventsView = { events: [EVENT], cursor: EVENT_ID, more: false };
export const STREAM = `id: ${EVENT.id}\nevent: ${EVENT.type}\ndata: ${JSON.stringify(EVENT)}\n\n`;

const SECRET = `whsec_${'A'.repeat(43)}=`;
export const WEBHOOK_SHOWN: WebhookView = {
  id: WEBHOOK_ID,
  url: 'https://example.com/hooks',
  types: ['publication.*'],
  state: 'active',
  suspendedBecause: null,
  pausedUntil: null,
  lastSuccessAt: null,
  failingSince: null,
  addedAt: '2026-11-26T10:30:00.000Z',
  tokenId: '9d0c1d4e-3c0b-4f0c-8f44-2a3f6f2f3d01',
  scopes: ['posts:read', 'webhooks:write'],
  asksOwner: false,
};
export const WEBHOOK_CREATED: CreatedWebhookView = { ...WEBHOOK_SHOWN, secret: SECRET };
export const ROTATED: RotatedSecretView = { secret: SECRET, oldUntil: '2026-11-27T10:30:00.000Z' };
export const TESTED: WebhookTestView = {
  delivered: true,
  status: 204,
  answer: '',
  error: null,
  errorCode: null,
  tookMs: 84,
};
export const DELIVERY: DeliveryView = {
  eventId: EVENT_ID,
  type: 'publication.published',
  state: 'delivered',
  attempts: 1,
  lastStatus: 204,
  lastAnswer: '',
  lastError: null,
  lastErrorCode: null,
  nextAt: null,
  at: '2026-12-01T07:00:02.000Z',
};
export const REPLAYED: ReplayView = { deliveries: 12, last: EVENT_ID, more: false };
