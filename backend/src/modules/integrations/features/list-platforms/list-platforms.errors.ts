import { problemText } from '@posthorn/contracts/scheduling/target-problems';
import { DomainError } from '@posthorn/event-sourcing';

export class AccountNeedsLogin extends DomainError {
  readonly code = 'integrations.reconnect';
  override readonly kind = 'conflict';
  constructor() {
    super(problemText('reconnect', 'failed'));
  }
}
