import { ACCOUNT_EXPORT_TEXT } from '@posthorn/contracts/identity/account-export.http';
import { ACCOUNT_TEXT } from '@posthorn/contracts/identity/account.http';
import { API_TOKEN_TEXT } from '@posthorn/contracts/identity/api-tokens.http';
import { EMAIL_CHANGE_TEXT } from '@posthorn/contracts/identity/email-change.http';
import { PROFILE_TEXT } from '@posthorn/contracts/identity/profile.http';
import { SIGN_IN_TEXT } from '@posthorn/contracts/identity/sign-in-text';
import { refusal } from '@posthorn/contracts/shared/refusal';

/** Also thrown for strangers, so that they cannot find out who has an account. */
export class UserNotFound extends refusal('identity.user-not-found', PROFILE_TEXT.userNotFound) {}

/** The account is already connected to another identity of the same provider. */
export class OtherIdentityLinked extends refusal(
  'identity.other-identity-linked',
  'Another account of this provider is already connected. Disconnect that one first.',
) {}

/** The user has no address and no other provider. So the user could never sign in again. */
export class LastSignInMethod extends refusal(
  'identity.only-way-in',
  'This is your only way to sign in, so it cannot be disconnected.',
) {}

/**
 * A link that confirms a new address, or that takes an account back. The link was used, is too old or was altered, or the user has requested a newer
 * one. This error, `OtherAccountLinkNotValid` and `LinkNotValid` have the same code, because a client handles them in the same way. Only their
 * sentences differ.
 */
export class AccountLinkNotValid extends refusal('identity.link-not-valid', EMAIL_CHANGE_TEXT.linkNotValid) {}

/** A link to an account that has lost its address. The link is too old or was altered, or the account has an address again or is being deleted. */
export class OtherAccountLinkNotValid extends refusal(
  'identity.link-not-valid',
  EMAIL_CHANGE_TEXT.otherAccountLinkNotValid,
) {}

/** The user who opened the link is signed in to another account. The product never adds the address to that account. */
export class OtherAccount extends refusal('identity.other-account', EMAIL_CHANGE_TEXT.otherAccount) {}

/** Another account has the address. Only a person who can read mail to this address gets this error. */
export class EmailTaken extends refusal('identity.email-taken', EMAIL_CHANGE_TEXT.taken) {}

/** The handle is reserved for the product. */
export class HandleReserved extends refusal('identity.handle-reserved', PROFILE_TEXT.handleReserved, {
  handle: PROFILE_TEXT.handleReserved,
}) {}

/** Another user has the handle, or stopped using it less than 90 days ago. */
export class HandleTaken extends refusal('identity.handle-taken', PROFILE_TEXT.handleTaken) {}

/** The user has changed the handle too often. Each former handle is blocked for others for some time; the code calls this resting. */
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

/** The entered text is not the username of the account. */
export class NotConfirmed extends refusal('identity.not-confirmed', ACCOUNT_TEXT.notConfirmed) {}

/**
 * A link to an export that was used or altered, is too old, or belongs to another user. The error is the same for all reasons, so a stranger
 * learns nothing.
 */
export class ExportLinkNotFound extends refusal(
  'identity.export-not-found',
  ACCOUNT_EXPORT_TEXT.linkNotFound,
) {}

/** A sign-in link that was used or altered, or is too old. The error is the same for all reasons. */
export class LinkNotValid extends refusal('identity.link-not-valid', SIGN_IN_TEXT.linkNotValid) {}

/** The sign-in link is valid, but another browser requested it. Only a person with the mail gets this error. */
export class LinkElsewhere extends refusal('identity.link-elsewhere', SIGN_IN_TEXT.linkElsewhere) {}

/** The error is the same for all reasons, even for addresses without a code, so a stranger learns nothing. */
export class CodeNotValid extends refusal('identity.code-not-valid', SIGN_IN_TEXT.codeNotValid) {}

export class SessionNotFound extends refusal('identity.session-not-found', SIGN_IN_TEXT.sessionNotFound) {}

export class ApiTokenNotFound extends refusal('identity.api-token-not-found', API_TOKEN_TEXT.notFound) {}

export class ApiTokenLimitReached extends refusal('identity.api-token-limit', API_TOKEN_TEXT.limitReached) {}
