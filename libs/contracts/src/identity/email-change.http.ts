import type { Call } from '../shared/call.ts';

/** How long links about an address are good for. */
export const EMAIL_CHANGE = { linkMinutes: 60, notMeHours: 72 } as const;
export const EMAIL_CHANGE_TEXT = {
  notFresh: 'To change how you sign in, sign in again first: your last sign-in is more than 10 minutes ago.',
  tooMany: 'You have asked to change your email address too often. Please wait and try again.',
  linkNotValid: 'This link is no longer valid. Ask for a new one in Settings.',
  otherAccount: 'Sign in to the account whose address you change, in this browser, and open the link again.',
  taken: 'This address belongs to another account. Nothing was changed.',
} as const;

/** `token`: of the link in a mail. */
export type MailedTokenRequest = Readonly<{ token: string }>;

/** Makes the address that the mail went to the one of the account that is signed in. GET shows a page with a button. */
export const verifyEmail: Call<MailedTokenRequest, void> = { method: 'POST', path: '/api/email/verify' };
/** From the mail to the address before: ends all sessions of the account. GET shows a page with a button. */
export const emailNotMe: Call<MailedTokenRequest, void> = { method: 'POST', path: '/api/email/not-me' };
