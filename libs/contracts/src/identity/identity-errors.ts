import type { ErrorSentences } from '../shared/error-sentences.ts';
import { ACCOUNT_TEXT } from './account.http.ts';
import { ACCOUNT_EXPORT_TEXT } from './account-export.http.ts';
import { API_TOKEN_TEXT } from './api-tokens.http.ts';
import { EMAIL_CHANGE_TEXT } from './email-change.http.ts';
import { PROFILE_TEXT } from './profile.http.ts';
import { notFreshText, SIGN_IN_TEXT } from './sign-in-text.ts';

/** Error messages about accounts, profiles and signing in, by error code. */
export const IDENTITY_ERRORS = {
  'identity.signed-out': SIGN_IN_TEXT.signedOut,
  'identity.link-not-valid': SIGN_IN_TEXT.linkNotValid,
  'identity.link-not-valid/email': EMAIL_CHANGE_TEXT.linkNotValid,
  'identity.link-not-valid/account': EMAIL_CHANGE_TEXT.otherAccountLinkNotValid,
  'identity.link-elsewhere': SIGN_IN_TEXT.linkElsewhere,
  'identity.code-not-valid': SIGN_IN_TEXT.codeNotValid,
  'identity.not-fresh': notFreshText('To do this'),
  'identity.not-fresh/email': EMAIL_CHANGE_TEXT.notFresh,
  'identity.not-fresh/export': ACCOUNT_EXPORT_TEXT.notFresh,
  'identity.not-fresh/delete': ACCOUNT_TEXT.notFresh,
  'identity.not-fresh/token': API_TOKEN_TEXT.notFresh,
  'identity.not-fresh/webhook': notFreshText('To decide where events are sent'),
  'identity.other-account': EMAIL_CHANGE_TEXT.otherAccount,
  'identity.being-deleted': ACCOUNT_TEXT.beingDeleted,
  'identity.personality-needs-premium': PROFILE_TEXT.personalityPremium,
  'identity.api-token-not-found': API_TOKEN_TEXT.notFound,
  'identity.export-not-found': ACCOUNT_EXPORT_TEXT.linkNotFound,
  'identity.session-not-found': SIGN_IN_TEXT.sessionNotFound,
  'identity.user-not-found': PROFILE_TEXT.userNotFound,
  'identity.email-taken': EMAIL_CHANGE_TEXT.taken,
  'identity.handle-reserved': PROFILE_TEXT.handleReserved,
  'identity.handle-taken': PROFILE_TEXT.handleTaken,
  'identity.other-identity-linked':
    'Another account of this provider is already connected. Disconnect that one first.',
  'identity.only-way-in': 'This is your only way to sign in, so it cannot be disconnected.',
  'identity.address-refused': SIGN_IN_TEXT.addressRefused,
  'identity.not-confirmed': ACCOUNT_TEXT.notConfirmed,
  'identity.api-token-limit': API_TOKEN_TEXT.limitReached,
  'identity.handles-resting': PROFILE_TEXT.handlesInQuarantine,
  'identity.api-tokens-too-many': API_TOKEN_TEXT.tooMany,
  'identity.mail-refused': SIGN_IN_TEXT.mailRefused,
  'identity.mail-not-sent': SIGN_IN_TEXT.mailNotSent,
  'identity.mail-not-sent/token': API_TOKEN_TEXT.mailNotSent,
} as const satisfies ErrorSentences<'identity'>;
