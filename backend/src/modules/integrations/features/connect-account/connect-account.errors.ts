import { ACCOUNT_LIST_TEXT } from '@posthorn/contracts/integrations/account-list-text';
import { DomainError } from '@posthorn/event-sourcing';

export class AccountLimitReached extends DomainError {
  readonly code = 'integrations.account-limit-reached';
  constructor() {
    super(ACCOUNT_LIST_TEXT.limitReached);
  }
}
