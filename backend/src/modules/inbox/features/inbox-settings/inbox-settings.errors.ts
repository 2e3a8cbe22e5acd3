import { NO_AUTO_REPLY_TEXT } from '@posthorn/contracts/inbox/auto-reply-reasons';
import { DomainError } from '@posthorn/event-sourcing';

export class AutoReplyNeedsPremium extends DomainError {
  readonly code = 'inbox.premium-required';
  override readonly kind = 'forbidden';
  constructor() {
    super(NO_AUTO_REPLY_TEXT['no-premium']);
  }
}
