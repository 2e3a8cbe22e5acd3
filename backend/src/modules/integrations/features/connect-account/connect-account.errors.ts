import { CONNECT_TEXT } from '@posthorn/contracts/integrations/connect-text';
import { DomainError } from '@posthorn/event-sourcing';

export class AccountLimitReached extends DomainError {
  readonly code = 'integrations.account-limit-reached';
  constructor() {
    super(CONNECT_TEXT.limitReached);
  }
}
