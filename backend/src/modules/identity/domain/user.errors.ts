import { refusal } from '@posthorn/contracts/shared/refusal';

/** Also what a stranger hears: nobody learns who exists. */
export class UserNotFound extends refusal('identity.user-not-found', 'This user does not exist.') {}

/** The user is connected to somebody else of the same provider. */
export class OtherIdentityLinked extends refusal(
  'identity.other-identity-linked',
  'Another account of this provider is connected already. Disconnect that one first.',
) {}

/** Without an address and without this provider nobody could ever sign in again. */
export class OnlyWayIn extends refusal(
  'identity.only-way-in',
  'This is your only way to sign in, so it cannot be disconnected.',
) {}
