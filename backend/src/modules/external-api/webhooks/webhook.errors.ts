import { WEBHOOK_TEXT } from '@posthorn/contracts/external/webhooks.http';
import { DomainError } from '@posthorn/event-sourcing';
import { RequestRefused } from '#infrastructure/http/request-refused.ts';

export class WebhookNotFound extends DomainError {
  override readonly name = 'WebhookNotFound';
  override readonly message = WEBHOOK_TEXT.notFound;
  override readonly kind = 'missing';
  readonly code = 'external.webhook-not-found';
}

export class WebhookLimitReached extends DomainError {
  override readonly name = 'WebhookLimitReached';
  override readonly message = WEBHOOK_TEXT.limitReached;
  override readonly kind = 'refused';
  readonly code = 'external.webhook-limit';
}

export class AddressNotAllowed extends DomainError {
  override readonly name = 'AddressNotAllowed';
  override readonly message = WEBHOOK_TEXT.addressNotAllowed;
  override readonly kind = 'refused';
  readonly code = 'external.address-not-allowed';
  override readonly fields = { url: WEBHOOK_TEXT.addressNotAllowed };
}

export class WebhookIsSuspended extends DomainError {
  override readonly name = 'WebhookIsSuspended';
  override readonly message = WEBHOOK_TEXT.suspended;
  override readonly kind = 'conflict';
  readonly code = 'external.webhook-suspended';
}

/** Only the token that made an endpoint may change its address or its secret. Another token could redirect its events. */
export class WebhookOfOthers extends RequestRefused {
  constructor() {
    super(403, 'external.webhook-of-others', WEBHOOK_TEXT.ofOthers);
  }
}

export class DeliveryNotFound extends DomainError {
  override readonly name = 'DeliveryNotFound';
  override readonly message = WEBHOOK_TEXT.deliveryNotFound;
  override readonly kind = 'missing';
  readonly code = 'external.delivery-not-found';
}

export class EventNotFound extends DomainError {
  override readonly name = 'EventNotFound';
  override readonly message = WEBHOOK_TEXT.eventNotFound;
  override readonly kind = 'missing';
  readonly code = 'external.event-not-found';
}
