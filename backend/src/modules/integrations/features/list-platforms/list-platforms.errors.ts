import { DomainError } from '@posthorn/event-sourcing';

export class AccountNeedsLogin extends DomainError {
  readonly code = 'integrations.reconnect';
  override readonly kind = 'conflict';
  constructor() {
    super('The account has to be connected again in Settings.');
  }
}
