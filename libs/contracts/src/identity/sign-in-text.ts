import { SIGN_IN } from './session.http.ts';

/** @param what the action, as in "To delete your account" */
export const notFreshText = (what: string): string =>
  `${what}, sign in again first: your last sign-in is more than ${String(SIGN_IN.freshMinutes)} minutes ago.`;
export const SIGN_IN_TEXT = {
  emailNotValid: 'Invalid email address',
  linkNotValid: 'This sign-in link was used or has expired. Please ask for a new one.',
  linkElsewhere:
    'This link works only in the browser where you asked for it. Open it there, or enter the code from the same email here.',
  codeNotValid: `This code is wrong, was used or has expired. Enter the ${String(SIGN_IN.codeDigits)} digits from the newest email, or ask for a new one.`,
  tooMany: 'Too many sign-in attempts. Please wait and try again.',
  signedOut: 'Please sign in.',
  linkSent: `We have sent you an email with a link and a code. Open the link in this browser, or enter the code in any browser. They work once, within ${String(SIGN_IN.linkMinutes)} minutes.`,
  mailNotSent: 'We could not send the sign-in email. Please try again in a minute.',
  addressRefused:
    'The mail server says that this address cannot receive email. Please check it, or use another one.',
  mailRefused:
    'The mail server refuses our emails, so trying again does not help for now. Please contact the operator of this site.',
  sessionNotFound: 'This session has already ended.',
} as const;
