import { DomainError } from '@posthorn/event-sourcing';

/** Also what a stranger hears: nobody learns who exists. */
export class UserNotFound extends DomainError {
  override readonly name = 'UserNotFound';
  override readonly message = 'This user does not exist.';
  override readonly kind = 'missing';
  readonly code = 'identity.user-not-found';
}
