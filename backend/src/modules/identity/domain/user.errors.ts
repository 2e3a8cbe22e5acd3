import { DomainError } from '@posthorn/event-sourcing';

/** Also what a stranger hears: nobody learns who exists. */
export class UserNotFound extends DomainError {
  override readonly name = 'UserNotFound';
  override readonly message = 'This user does not exist.';
  override readonly kind = 'missing';
  readonly code = 'identity.user-not-found';
}

/** The user is connected to somebody else of the same provider. */
export class OtherIdentityLinked extends DomainError {
  override readonly name = 'OtherIdentityLinked';
  override readonly message =
    'Another account of this provider is connected already. Disconnect that one first.';
  override readonly kind = 'conflict';
  readonly code = 'identity.other-identity-linked';
}

/** Without an address and without this provider nobody could ever sign in again. */
export class OnlyWayIn extends DomainError {
  override readonly name = 'OnlyWayIn';
  override readonly message = 'This is your only way to sign in, so it cannot be disconnected.';
  override readonly kind = 'conflict';
  readonly code = 'identity.only-way-in';
}
