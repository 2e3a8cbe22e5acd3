import type { FieldLimits, FieldSentences } from '../shared/field-sentences.ts';
import { ACCOUNT_TEXT } from './account.http.ts';
import { API_TOKEN, API_TOKEN_TEXT } from './api-tokens.http.ts';
import { PROFILE, PROFILE_TEXT } from './profile.http.ts';
import { PUBLIC_USER_TEXT } from './public-user.http.ts';
import { TIMEZONE_TEXT } from './timezone.http.ts';

/** Messages for refused fields of profiles, settings and tokens, by code. */
export const IDENTITY_FIELDS = {
  'identity.first-name-missing': PROFILE_TEXT.firstNameRequired,
  'identity.last-name-missing': PROFILE_TEXT.lastNameRequired,
  'identity.name-too-long': PROFILE_TEXT.nameMax,
  'identity.name-not-plain': PROFILE_TEXT.nameOneLine,
  'identity.email-not-valid': PROFILE_TEXT.emailNotValid,
  'identity.handle-too-short': PROFILE_TEXT.handleMin,
  'identity.handle-too-long': PROFILE_TEXT.handleMax,
  'identity.handle-not-valid': PROFILE_TEXT.handlePattern,
  'identity.personality-too-short': PROFILE_TEXT.personalityMin,
  'identity.personality-too-long': PROFILE_TEXT.personalityMax,
  'identity.username-missing': PUBLIC_USER_TEXT.usernameMissing,
  'identity.confirmation-missing': ACCOUNT_TEXT.confirmRequired,
  'identity.timezone-not-valid': TIMEZONE_TEXT.notValid,
  'identity.token-name-missing': API_TOKEN_TEXT.nameRequired,
  'identity.token-name-too-long': API_TOKEN_TEXT.nameMax,
  'identity.token-name-not-plain': API_TOKEN_TEXT.nameOneLine,
  'identity.token-scopes-not-valid': API_TOKEN_TEXT.scopesNotValid,
  'identity.token-days-not-valid': API_TOKEN_TEXT.daysNotValid,
} as const satisfies FieldSentences<'identity'>;

export const IDENTITY_FIELD_LIMITS: FieldLimits<typeof IDENTITY_FIELDS> = {
  'identity.name-too-long': { max: PROFILE.nameMax },
  'identity.handle-too-short': { min: PROFILE.handleMin },
  'identity.handle-too-long': { max: PROFILE.handleMax },
  'identity.personality-too-short': { min: PROFILE.personalityMin },
  'identity.personality-too-long': { max: PROFILE.personalityMax },
  'identity.token-name-too-long': { max: API_TOKEN.nameMax },
  'identity.token-days-not-valid': { min: 1, max: API_TOKEN.daysMax },
};
