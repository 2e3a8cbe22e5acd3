import type { Call } from '../shared/call.ts';
import type { Platform } from '../shared/platform.ts';
import type { PlatformLimits } from './platform-limits.ts';

export const ACCOUNT = {
  /** Accounts that the free plan may have connected at a time. */
  freeMax: 5,
} as const;

export const CONNECT_TEXT = {
  handleRequired: 'Handle is required',
  appPasswordRequired: 'App password is required',
  instanceRequired: 'Instance URL is required',
  instanceNotValid: 'Please enter a valid URL (e.g., https://mastodon.social)',
  accessTokenRequired: 'Access token is required',
  alreadyConnected: 'Already Connected',
  blueskyFailed: 'Failed to connect to Bluesky. Please check your credentials.',
  mastodonFailed: 'Failed to connect to Mastodon. Please check your credentials.',
  disconnectFailed: 'Failed to disconnect account. Please try again.',
  limitReached: 'Upgrade to Premium to connect more than 5 accounts',
  blueskyConnected: 'Bluesky account connected',
  mastodonConnected: 'Mastodon account connected',
  handleUnknown: (handle: string) =>
    `The handle ${handle} could not be found. Please check how it is spelled.`,
  handleNotConfirmed: (handle: string) =>
    `The account that ${handle} points to does not confirm this handle.`,
  appPasswordNeeded:
    'This account asks for a second factor. Please create an app password and use that instead.',
  accountClosed: 'This account is suspended or deactivated on its platform.',
  tooManySignIns: (minutes: number) =>
    `There were too many sign-ins for this account. Please try again in ${minutes === 1 ? 'a minute' : `${String(minutes)} minutes`}.`,
  serverUnreachable: (host: string) => `${host} cannot be reached right now. Please try again later.`,
  notMastodon: (host: string) =>
    `${host} does not answer as a Mastodon server does. Please check the address.`,
  connected: (platform: string) => `${platform} account connected`,
  consentFailed: (platform: string, words: string | null) =>
    words === null
      ? `${platform} did not confirm the permission. Please try again.`
      : `${platform} did not confirm the permission: ${words}`,
  scopesMissing: (platform: string, scopes: string) =>
    `${platform} was not connected: Posthorn cannot publish without these permissions: ${scopes}. Please try again and leave them ticked.`,
  noAccount: (platform: string, what: string) => `${platform} was not connected: there is ${what}.`,
  tokenScopes:
    'This access token may not publish. Please allow read:accounts, read:statuses, write:statuses and write:media.',
} as const;

export type AccountStatus = 'active' | 'needs-reconnect';

export type AccountView = Readonly<{
  id: number;
  platform: Platform;
  /** As people know it there, e.g. `ana.bsky.social` or `ana@mastodon.social`. */
  accountName: string;
  displayName: string | null;
  isActive: boolean;
  status: AccountStatus;
  connectedAt: string;
  /** Where the account lives when the platform has many homes: the PDS or the instance. */
  server: string | null;
  limits: PlatformLimits;
}>;

export type ConnectReply = Readonly<{ success: true; message: string; account: AccountView }>;
export type ConnectBlueskyRequest = Readonly<{ handle: string; appPassword: string; state?: string }>;
export type ConnectMastodonRequest = Readonly<{ instance: string; accessToken: string; state?: string }>;

export const listAccounts: Call<void, readonly AccountView[]> = {
  method: 'GET',
  path: '/api/connected-accounts',
};
export const listAccountsToo: Call<void, readonly AccountView[]> = { method: 'GET', path: '/api/accounts' };
export const disconnectAccount: Call<void, void> = { method: 'DELETE', path: '/api/accounts/:id' };
export const connectBluesky: Call<ConnectBlueskyRequest, ConnectReply> = {
  method: 'POST',
  path: '/api/auth/bluesky/connect',
};
export const connectMastodon: Call<ConnectMastodonRequest, ConnectReply> = {
  method: 'POST',
  path: '/api/auth/mastodon/connect',
};
