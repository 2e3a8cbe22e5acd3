import { SIGN_IN_TEXT } from '@posthorn/contracts/identity/session.http';
import { DomainError } from '@posthorn/event-sourcing';

export class SessionNotFound extends DomainError {
  override readonly name = 'SessionNotFound';
  override readonly message = SIGN_IN_TEXT.sessionNotFound;
  override readonly kind = 'missing';
  readonly code = 'identity.session-not-found';
}
