import { WEBHOOK_TEXT } from '@posthorn/contracts/external/webhooks.http';
import { DomainError } from '@posthorn/event-sourcing';

export class WebhookTokenEnded extends DomainError {
  override readonly name = 'WebhookTokenEnded';
  override readonly message = WEBHOOK_TEXT.tokenEnded;
  override readonly kind = 'conflict';
  readonly code = 'external.webhook-token-ended';
}
