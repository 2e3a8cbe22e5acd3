import type { Call } from '../shared/call.ts';
import type { SaidPart } from '../shared/said.ts';
import type { SignInProvider } from './sign-in-providers.http.ts';

/**
 * A session ends after `sessionDays`, and after `idleDays` without use. Actions that would help a thief are allowed for `freshMinutes` after the sign-in.
 * These are: change the e-mail address, create tokens and webhooks, export the data, delete the account. After that, these calls return 403
 * `identity.not-fresh`. To connect a sign-in provider also needs a fresh sign-in; without it, the URL of the redirect contains `notFresh`.
 */
export const SIGN_IN = {
  linkMinutes: 15,
  codeDigits: 6,
  codeTries: 5,
  freshMinutes: 15,
  sessionDays: 90,
  idleDays: 14,
} as const;

/** The current user, as only this user may see it. */
export type UserView = Readonly<{
  id: string;
  username: string;
  /** Null: the user signed up with a provider that does not confirm an address. */
  email: string | null;
  /** A requested address that is not confirmed yet. */
  pendingEmail: string | null;
  firstName: string | null;
  lastName: string | null;
  handle: string | null;
  isPremium: boolean;
  personalityProfile: string | null;
  bannerImageUrl: string | null;
  profileImageUrl: string | null;
  createdAt: string;
  /** IANA name; 'UTC' until the browser's zone was detected or chosen. */
  timezone: string;
  /** The domain below which link pages have their own hosts (`pageLabelOf`); null: this installation has none. */
  pagesDomain: string | null;
}>;

export type RequestLinkRequest = Readonly<{ email: string }>;
/** `link` is set only in sandbox mode without a mail server, when nothing leaves this machine. */
export type RequestLinkReply = Readonly<{ message: string; link?: string }>;
export type RedeemLinkRequest = Readonly<{ token: string }>;
/** The address of the user, and the code of the newest mail to this address. The code works in any browser. */
export type RedeemCodeRequest = Readonly<{ email: string; code: string }>;

export const currentUser: Call<void, UserView> = { method: 'GET', path: '/api/auth/user' };
export const requestLink: Call<RequestLinkRequest, RequestLinkReply> = { method: 'POST', path: '/api/login' };
export const redeemLink: Call<RedeemLinkRequest, void> = { method: 'POST', path: '/api/login/verify' };
export const redeemCode: Call<RedeemCodeRequest, void> = { method: 'POST', path: '/api/login/code' };
export const signOut: Call<void, void> = { method: 'POST', path: '/api/logout' };

/** One signed-in browser. `current`: this browser sent the request. */
export type SessionView = Readonly<{
  id: string;
  /** In English. */
  browser: string;
  /** The code of `browser` in `DEVICE_NAMES`. Absent: `browser` is the same in every language, or unknown to this release. */
  browserSaid?: SaidPart;
  createdAt: string;
  lastSeenAt: string;
  current: boolean;
}>;
export const listSessions: Call<void, readonly SessionView[]> = { method: 'GET', path: '/api/auth/sessions' };
export const endSession: Call<void, void> = { method: 'DELETE', path: '/api/auth/sessions/:id' };

/** The data that the page needs before a user signs in. */
export type AppStateView = Readonly<{
  sandbox: boolean;
  sandboxUrl: string | null;
  version: string;
  /** The providers that the operator has set up. */
  signInProviders: readonly SignInProvider[];
}>;
export const appState: Call<void, AppStateView> = { method: 'GET', path: '/api/app' };
