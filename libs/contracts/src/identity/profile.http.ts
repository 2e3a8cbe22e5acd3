import type { Call } from '../shared/call.ts';
import type { UserView } from './session.http.ts';
import { SIGN_IN_TEXT } from './sign-in-text.ts';

export const PROFILE = {
  nameMax: 50,
  handleMin: 3,
  handleMax: 30,
  handlePattern: /^[A-Za-z0-9_]+$/,
  /** A handle that was given up is kept from others this long: links to it are still out there. */
  handleRestDays: 90,
  /** So many of them may rest for one person. */
  handlesRestingMax: 3,
  personalityMin: 10,
  personalityMax: 200,
} as const;

export const PROFILE_TEXT = {
  firstNameRequired: 'First name is required',
  lastNameRequired: 'Last name is required',
  nameMax: 'Maximum 50 characters',
  nameSigns: 'A name is one line, without control characters.',
  emailNotValid: SIGN_IN_TEXT.emailNotValid,
  handleMin: 'Handle must be at least 3 characters',
  handleMax: 'Handle must be less than 30 characters',
  handlePattern: 'Handle can only contain letters, numbers, and underscores',
  handleTaken: 'This handle is already taken by another user. Please choose a different handle.',
  handleReserved: 'This handle is reserved. Please choose a different handle.',
  handlesResting:
    'You have given up 3 handles in the last 90 days. Take one of them again, or wait until one is free.',
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
 * Each screen sends its own part: both names with the address, the handle, or the personality. Another address changes nothing yet: it is
 * the answer's `pendingEmail` until the link that was mailed to it is opened.
 */
export type UpdateUserRequest = Readonly<{
  firstName?: string;
  lastName?: string;
  email?: string;
  handle?: string;
  personalityProfile?: string;
}>;

export const updateUser: Call<UpdateUserRequest, UserView> = { method: 'PATCH', path: '/api/users/:userId' };
