import type { Call } from '../shared/call.ts';
import { notFreshText } from './sign-in-text.ts';

/** How long links in mails about an address are valid. */
export const EMAIL_CHANGE = { linkMinutes: 60, notMeHours: 72, otherAccountDays: 7 } as const;
export const EMAIL_CHANGE_TEXT = {
  notFresh: notFreshText('To change how you sign in'),
  tooMany: 'You have asked to change your email address too often. Please wait and try again.',
  linkNotValid: 'This link is no longer valid. Ask for a new one in Settings.',
  otherAccountLinkNotValid:
    'This link is no longer valid. If that account has an address again, sign in with that one.',
  otherAccount:
    'In this browser, sign in to the account whose address you want to change. Then open the link again.',
  taken: 'This address belongs to another account. Nothing was changed.',
} as const;

/** `token`: from the link in a mail. */
export type MailedTokenRequest = Readonly<{ token: string }>;

/** Makes the confirmed address the address of the signed-in account. GET shows a page with a button. */
export const verifyEmail: Call<MailedTokenRequest, void> = { method: 'POST', path: '/api/email/verify' };
/**
 * For the link in the mail to the old address: "It was not me". Ends all sessions, restores the old address, disconnects sign-in
 * providers, deletes API tokens and suspends webhooks (`not-me`). GET shows a page with a button.
 */
export const emailNotMe: Call<MailedTokenRequest, void> = { method: 'POST', path: '/api/email/not-me' };
/**
 * For the link in the mail about an account that has lost its address, because its earlier owner took the address back. Signs in to that
 * account until it has an address again. GET shows a page with a button.
 */
export const openOtherAccount: Call<MailedTokenRequest, void> = {
  method: 'POST',
  path: '/api/email/other-account',
};
