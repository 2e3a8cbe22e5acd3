import { DomainError } from '@posthorn/event-sourcing';

/** Also the answer to somebody else's account: a stranger learns nothing. */
export class AccountIsMissing extends DomainError {
  readonly code = 'integrations.account-missing';
  override readonly kind = 'missing';
  constructor() {
    super('This account is not connected.');
  }
}
