import { ACCOUNT_EXPORT_TEXT } from '@posthorn/contracts/identity/account-export.http';
import { ACCOUNT_TEXT } from '@posthorn/contracts/identity/account.http';
import { API_TOKEN_TEXT } from '@posthorn/contracts/identity/api-tokens.http';
import { EMAIL_CHANGE_TEXT } from '@posthorn/contracts/identity/email-change.http';
import { PROFILE_TEXT } from '@posthorn/contracts/identity/profile.http';
import { SIGN_IN_TEXT } from '@posthorn/contracts/identity/sign-in-text';
import { refusal } from '@posthorn/contracts/shared/refusal';

/** Strangers get this answer too, so that they cannot find out who has an account. */
export class UserNotFound extends refusal('identity.user-not-found', PROFILE_TEXT.userNotFound) {}

/** The user is connected to another identity at the same provider. */
export class OtherIdentityLinked extends refusal(
  'identity.other-identity-linked',
  'Another account of this provider is already connected. Disconnect that one first.',
) {}

/** Without an address and without this provider the user could never sign in again. */
export class LastSignInMethod extends refusal(
  'identity.only-way-in',
  'This is your only way to sign in, so it cannot be disconnected.',
) {}

/** The link was used, is too old or altered, or a newer one was requested. */
export class AccountLinkNotValid extends refusal('identity.link-not-valid', EMAIL_CHANGE_TEXT.linkNotValid) {}

/** The link is too old or altered, the account has an address again, or is being deleted. */
export class OtherAccountLinkNotValid extends refusal(
  'identity.link-not-valid',
  EMAIL_CHANGE_TEXT.otherAccountLinkNotValid,
) {}

/** The link was opened in another account. An address is never added there: it could be a stranger's. */
export class OtherAccount extends refusal('identity.other-account', EMAIL_CHANGE_TEXT.otherAccount) {}

/** Only the reader of that mailbox sees it. */
export class EmailTaken extends refusal('identity.email-taken', EMAIL_CHANGE_TEXT.taken) {}

/** The handle is a word of the product. */
export class HandleReserved extends refusal('identity.handle-reserved', PROFILE_TEXT.handleReserved, {
  handle: PROFILE_TEXT.handleReserved,
}) {}

/** Another user has the handle, or gave it up less than 90 days ago. */
export class HandleTaken extends refusal('identity.handle-taken', PROFILE_TEXT.handleTaken) {}

/** The user may not block any more handles for others. */
export class HandleInQuarantine extends refusal(
  'identity.handles-resting',
  PROFILE_TEXT.handlesInQuarantine,
) {}

export class PersonalityNeedsPremium extends refusal(
  'identity.personality-needs-premium',
  PROFILE_TEXT.personalityPremium,
) {}

/** The user has requested the deletion of their account. */
export class BeingDeleted extends refusal('identity.being-deleted', ACCOUNT_TEXT.beingDeleted) {}

/** The typed text is not the username of the account. */
export class NotConfirmed extends refusal('identity.not-confirmed', ACCOUNT_TEXT.notConfirmed) {}

/** The link is used up, too old, altered or another user's. The answer is always the same, so a stranger learns nothing. */
export class ExportLinkNotFound extends refusal(
  'identity.export-not-found',
  ACCOUNT_EXPORT_TEXT.linkNotFound,
) {}

/** The link is used, too old or altered. The answer is always the same. */
export class LinkNotValid extends refusal('identity.link-not-valid', SIGN_IN_TEXT.linkNotValid) {}

/** The link is open, but another browser asked for it. Only a person with the mail gets this answer. */
export class LinkElsewhere extends refusal('identity.link-elsewhere', SIGN_IN_TEXT.linkElsewhere) {}

/** One answer for every reason, and for addresses without a code: a stranger learns nothing from it. */
export class CodeNotValid extends refusal('identity.code-not-valid', SIGN_IN_TEXT.codeNotValid) {}

export class SessionNotFound extends refusal('identity.session-not-found', SIGN_IN_TEXT.sessionNotFound) {}

export class ApiTokenNotFound extends refusal('identity.api-token-not-found', API_TOKEN_TEXT.notFound) {}

export class ApiTokenLimitReached extends refusal('identity.api-token-limit', API_TOKEN_TEXT.limitReached) {}
