import { ACCOUNT_TEXT } from './account.http.ts';
import { SIGN_IN } from './session.http.ts';
import type { SignInProblem } from './sign-in-providers.http.ts';

/** Each sentence gets the name of the provider. */
export const SIGN_IN_PROBLEM_TEXT: Readonly<Record<SignInProblem, (name: string) => string>> = {
  notConfigured: (name: string) => `Signing in with ${name} is not set up here. Please continue with email.`,
  denied: (name: string) => `You did not allow ${name} to sign you in. Nothing was changed.`,
  expired: (name: string) =>
    `This sign-in with ${name} took too long, was used already or was begun in another browser. Please try again.`,
  refused: (name: string) => `The answer of ${name} could not be trusted. Please try again.`,
  unreachable: (name: string) =>
    `${name} cannot be reached right now. Please try again in a minute, or continue with email.`,
  failed: (name: string) => `Signing in with ${name} did not work just now. Please try again in a minute.`,
  emailKnown: (name: string) =>
    `There is an account with your email address already. Sign in with your email link to connect ${name} to it in Settings.`,
  notConnected: (name: string) =>
    `This ${name} account is not connected any more. Sign in another way and connect it in Settings.`,
  signedOut: (name: string) => `Please sign in first, then connect ${name} in Settings.`,
  notFresh: (name: string) =>
    `To connect ${name}, you must have signed in during the last ${String(SIGN_IN.freshMinutes)} minutes. Please log out, sign in again and then connect it.`,
  taken: (name: string) => `This ${name} account is connected to another account here.`,
  otherConnected: (name: string) =>
    `Another ${name} account is connected already. Disconnect that one first.`,
  beingDeleted: () => ACCOUNT_TEXT.beingDeleted,
};
