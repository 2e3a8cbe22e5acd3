import { ACCOUNT_TEXT } from './account.http.ts';
import { BRAND } from '../shared/brand.ts';
import { SIGN_IN } from './session.http.ts';
import type { SignInProblem } from './sign-in-providers.http.ts';

/** Each sentence gets the name of the provider. */
export const SIGN_IN_PROBLEM_TEXT: Readonly<Record<SignInProblem, (name: string) => string>> = {
  notConfigured: (name: string) => `Signing in with ${name} is not set up here. Please continue with email.`,
  denied: (name: string) => `You did not allow ${name} to sign you in. Nothing was changed.`,
  expired: (name: string) =>
    `This sign-in with ${name} took too long, was already used or was started in another browser. Please try again.`,
  refused: (name: string) => `We could not verify the answer from ${name}. Please try again.`,
  unreachable: (name: string) =>
    `${name} cannot be reached right now. Please try again in a minute, or continue with email.`,
  failed: (name: string) => `Signing in with ${name} failed. Please try again in a minute.`,
  emailKnown: (name: string) =>
    `An account with your email address already exists. Sign in by email, then connect ${name} in Settings.`,
  notConnected: (name: string) =>
    `This ${name} account is no longer connected. Sign in another way, then connect it in Settings.`,
  signedOut: (name: string) => `Please sign in first, then connect ${name} in Settings.`,
  notFresh: (name: string) =>
    `You can connect ${name} only within ${String(SIGN_IN.freshMinutes)} minutes of signing in. Log out, sign in again, then connect it.`,
  taken: (name: string) => `This ${name} account is already connected to another ${BRAND.name} account.`,
  otherConnected: (name: string) =>
    `Another ${name} account is already connected. Disconnect that one first.`,
  beingDeleted: () => ACCOUNT_TEXT.beingDeleted,
};
