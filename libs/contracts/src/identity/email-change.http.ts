import type { Call } from '../shared/call.ts';
import { notFreshText } from './sign-in-text.ts';

/** How long links about an address are good for. */
export const EMAIL_CHANGE = { linkMinutes: 60, notMeHours: 72 } as const;
export const EMAIL_CHANGE_TEXT = {
  notFresh: notFreshText('To change how you sign in'),
  tooMany: 'You have asked to change your email address too often. Please wait and try again.',
  linkNotValid: 'This link is no longer valid. Ask for a new one in Settings.',
  otherAccount: 'Sign in to the account whose address you change, in this browser, and open the link again.',
  taken: 'This address belongs to another account. Nothing was changed.',
} as const;

/** `token`: of the link in a mail. */
export type MailedTokenRequest = Readonly<{ token: string }>;

/** Makes the address that the mail went to the one of the account that is signed in. GET shows a page with a button. */
export const verifyEmail: Call<MailedTokenRequest, void> = { method: 'POST', path: '/api/email/verify' };
/**
 * From the mail to the address before: "It was not me". Ends all sessions, gives the account that address again, disconnects sign-in
 * providers, deletes API tokens and suspends webhooks (`not-me`). GET shows a page with a button.
 */
export const emailNotMe: Call<MailedTokenRequest, void> = { method: 'POST', path: '/api/email/not-me' };
