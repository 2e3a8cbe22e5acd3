import type { Call } from '../shared/call.ts';
import type { UserView } from './session.http.ts';
import { SIGN_IN_TEXT } from './sign-in-text.ts';

export const PROFILE = {
  nameMax: 50,
  handleMin: 3,
  handleMax: 30,
  handlePattern: /^[A-Za-z0-9_]+$/,
  /** Days for which other users cannot take a handle that its user gave up, because links to it still exist. */
  handleQuarantineDays: 90,
  /** The maximum number of such handles of one user. */
  handlesInQuarantineMax: 3,
  personalityMin: 10,
  personalityMax: 200,
} as const;

export const PROFILE_TEXT = {
  firstNameRequired: 'First name is required',
  lastNameRequired: 'Last name is required',
  nameMax: 'Maximum 50 characters',
  nameOneLine: 'A name must be one line of plain text.',
  emailNotValid: SIGN_IN_TEXT.emailNotValid,
  handleMin: 'Handle must be at least 3 characters',
  handleMax: 'Handle must be less than 30 characters',
  handlePattern: 'Handle can only contain letters, numbers, and underscores',
  handleTaken: 'This handle is already taken by another user. Please choose a different handle.',
  handleReserved: 'This handle is reserved. Please choose a different handle.',
  handlesInQuarantine:
    'You have given up 3 handles in the last 90 days. Use one of them again, or wait until those days are over.',
  personalityMin: 'Please provide at least 10 characters',
  personalityMax: 'Maximum 200 characters',
  personalityPremium: 'The AI reply personality is available with Premium plan.',
  userNotFound: 'This user does not exist.',
  updated: 'Profile updated!',
  failed: 'Failed to update profile. Please try again.',
  handleUpdated: 'Handle updated!',
  handleFailed: 'Failed to update handle. Please try again.',
  personalityUpdated: 'Personality updated!',
  personalityFailed: 'Failed to update personality. Please try again.',
} as const;

/**
 * Each form sends only its own fields: names and address, the handle, or the personality. A new mail address appears only as
 * `pendingEmail` in the response until the user opens the link in the mail.
 */
export type UpdateUserRequest = Readonly<{
  firstName?: string;
  lastName?: string;
  email?: string;
  handle?: string;
  personalityProfile?: string;
}>;

export const updateUser: Call<UpdateUserRequest, UserView> = { method: 'PATCH', path: '/api/users/:userId' };
