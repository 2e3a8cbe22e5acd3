import type { Call } from '../shared/call.ts';

/** Who may vouch for a user beside their mailbox. */
export const signInProviders = ['google', 'linkedin'] as const;
export type SignInProvider = (typeof signInProviders)[number];
export const SIGN_IN_PROVIDER_NAMES: Readonly<Record<SignInProvider, string>> = {
  google: 'Google',
  linkedin: 'LinkedIn',
};

/** Addresses that a browser navigates to; they are no calls. */
export const signInPath = (provider: SignInProvider): string => `/api/auth/${provider}`;
/** Connects the provider to whoever is signed in. */
export const linkSignInPath = (provider: SignInProvider): string => `/api/auth/${provider}?link=1`;

/** Why somebody is back at `/login?problem=…&provider=…` or, when connecting, at Settings. */
export const SIGN_IN_PROBLEM_TEXT = {
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
    `Connecting ${name} needs a sign-in of the last 10 minutes. Please log out, sign in again and connect it then.`,
  taken: (name: string) => `This ${name} account is connected to another account here.`,
  otherConnected: (name: string) =>
    `Another ${name} account is connected already. Disconnect that one first.`,
} as const satisfies Readonly<Record<string, (name: string) => string>>;
export type SignInProblem = keyof typeof SIGN_IN_PROBLEM_TEXT;

export const LINKED_TEXT = {
  linked: (name: string) => `${name} connected`,
  linkedHint: 'You can sign in with it from now on.',
  unlinked: (name: string) => `${name} disconnected`,
  failed: 'Please try again.',
} as const;

/** A provider that the user can sign in with. */
export type LinkedSignInView = Readonly<{ provider: SignInProvider; linkedAt: string }>;
export const listLinkedSignIns: Call<void, readonly LinkedSignInView[]> = {
  method: 'GET',
  path: '/api/auth/linked',
};
export const unlinkSignIn: Call<void, void> = { method: 'DELETE', path: '/api/auth/linked/:provider' };
