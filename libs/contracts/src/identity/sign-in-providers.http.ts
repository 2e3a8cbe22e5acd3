import type { Call } from '../shared/call.ts';

/** Providers that can authenticate a user instead of a mail. */
export const signInProviders = ['google', 'linkedin'] as const;
export type SignInProvider = (typeof signInProviders)[number];
export const SIGN_IN_PROVIDER_NAMES: Readonly<Record<SignInProvider, string>> = {
  google: 'Google',
  linkedin: 'LinkedIn',
};

/** URLs to which the browser navigates. They are not API calls. */
export const signInPath = (provider: SignInProvider): string => `/api/auth/${provider}`;
/** Connects the provider to the signed-in user. */
export const linkSignInPath = (provider: SignInProvider): string => `/api/auth/${provider}?link=1`;

/** Why a person was sent back to `/login?problem=…&provider=…` or, when connecting, to Settings. */
export const signInProblems = [
  'notConfigured',
  'denied',
  'expired',
  'refused',
  'unreachable',
  'failed',
  'emailKnown',
  'notConnected',
  'signedOut',
  'notFresh',
  'taken',
  'otherConnected',
  'beingDeleted',
] as const;
export type SignInProblem = (typeof signInProblems)[number];

/** A provider that the user can sign in with. */
export type LinkedSignInView = Readonly<{ provider: SignInProvider; linkedAt: string }>;
export const listLinkedSignIns: Call<void, readonly LinkedSignInView[]> = {
  method: 'GET',
  path: '/api/auth/linked',
};
export const unlinkSignIn: Call<void, void> = { method: 'DELETE', path: '/api/auth/linked/:provider' };
