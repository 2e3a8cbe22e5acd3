import { ACCOUNT_EXPORT_TEXT } from '@posthorn/contracts/identity/account-export.http';
import { ACCOUNT_TEXT } from '@posthorn/contracts/identity/account.http';
import { API_TOKEN_TEXT } from '@posthorn/contracts/identity/api-tokens.http';
import { EMAIL_CHANGE_TEXT } from '@posthorn/contracts/identity/email-change.http';
import { PROFILE_TEXT } from '@posthorn/contracts/identity/profile.http';
import { SIGN_IN_TEXT } from '@posthorn/contracts/identity/sign-in-text';
import { refusal } from '@posthorn/contracts/shared/refusal';

/** Also what a stranger hears: nobody learns who exists. */
export class UserNotFound extends refusal('identity.user-not-found', PROFILE_TEXT.userNotFound) {}

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

/** Used, too old, altered, or a newer one was asked for. */
export class AccountLinkNotValid extends refusal('identity.link-not-valid', EMAIL_CHANGE_TEXT.linkNotValid) {}

/** An address is never added to an account in which its reader is not: it could be a stranger's. */
export class OtherAccount extends refusal('identity.other-account', EMAIL_CHANGE_TEXT.otherAccount) {}

/** Told to whoever reads that mailbox, and to nobody else. */
export class EmailTaken extends refusal('identity.email-taken', EMAIL_CHANGE_TEXT.taken) {}

/** It is a word of the product. */
export class HandleReserved extends refusal('identity.handle-reserved', PROFILE_TEXT.handleReserved, {
  handle: PROFILE_TEXT.handleReserved,
}) {}

/** Somebody has it, or gave it up less than 90 days ago. */
export class HandleTaken extends refusal('identity.handle-taken', PROFILE_TEXT.handleTaken) {}

/** Another one would keep more handles from everybody else than one person may. */
export class HandlesResting extends refusal('identity.handles-resting', PROFILE_TEXT.handlesResting) {}

export class PersonalityNeedsPremium extends refusal(
  'identity.personality-needs-premium',
  PROFILE_TEXT.personalityPremium,
) {}

/** To whoever proves to be somebody who has asked to be deleted. */
export class BeingDeleted extends refusal('identity.being-deleted', ACCOUNT_TEXT.beingDeleted) {}

/** What was typed is not the name of the account. */
export class NotConfirmed extends refusal('identity.not-confirmed', ACCOUNT_TEXT.notConfirmed) {}

/** Used up, too old, altered, or somebody else's: a stranger learns nothing. */
export class ExportLinkNotFound extends refusal(
  'identity.export-not-found',
  ACCOUNT_EXPORT_TEXT.linkNotFound,
) {}

/** Used, too old, altered or opened in another browser: the answer is the same. */
export class LinkNotValid extends refusal('identity.link-not-valid', SIGN_IN_TEXT.linkNotValid) {}

export class SessionNotFound extends refusal('identity.session-not-found', SIGN_IN_TEXT.sessionNotFound) {}

export class ApiTokenNotFound extends refusal('identity.api-token-not-found', API_TOKEN_TEXT.notFound) {}

export class ApiTokenLimitReached extends refusal('identity.api-token-limit', API_TOKEN_TEXT.limitReached) {}
