import { WEBHOOK_TEXT } from '@posthorn/contracts/external/webhooks.http';
import { refusal } from '@posthorn/contracts/shared/refusal';
import { RequestRefused } from '#infrastructure/http/errors/request-refused.ts';

export class WebhookNotFound extends refusal('external.webhook-not-found', WEBHOOK_TEXT.notFound) {}

export class WebhookLimitReached extends refusal('external.webhook-limit', WEBHOOK_TEXT.limitReached) {}

export class WebhookAddressNotAllowed extends refusal(
  'external.address-not-allowed',
  WEBHOOK_TEXT.addressNotAllowed,
  { url: WEBHOOK_TEXT.addressNotAllowed },
) {}

export class WebhookIsSuspended extends refusal('external.webhook-suspended', WEBHOOK_TEXT.suspended) {}

/** Only the token that created an endpoint may change its URL or its secret. Another token could redirect its events. */
export class WebhookOfOthers extends RequestRefused {
  constructor() {
    super('external.webhook-of-others', WEBHOOK_TEXT.ofOthers);
  }
}

export class DeliveryNotFound extends refusal('external.delivery-not-found', WEBHOOK_TEXT.deliveryNotFound) {}

export class EventNotFound extends refusal('external.event-not-found', WEBHOOK_TEXT.eventNotFound) {}
