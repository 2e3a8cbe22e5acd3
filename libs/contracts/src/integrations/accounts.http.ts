import type { Call } from '../shared/call.ts';
import type { Platform } from '../shared/platform.ts';
import type { PlatformLimits } from './platform-limits.ts';

export type AccountStatus = 'active' | 'needs-reconnect';

export type AccountView = Readonly<{
  id: number;
  platform: Platform;
  /** The name of the account on the platform, e.g. `ana.bsky.social` or `ana@mastodon.social`. */
  accountName: string;
  displayName: string | null;
  isActive: boolean;
  status: AccountStatus;
  connectedAt: string;
  /** The server of the account if the platform has many: the PDS or the instance. */
  server: string | null;
  limits: PlatformLimits;
  /** Published posts can be deleted: the platform allows it, and the owner of the account has granted it. */
  deletesPosts: boolean;
  /** The URL that connects the account again in the same way; null if there is none. */
  connectPath: string | null;
  /**
   * The URL of a separate consent that lets Posthorn read the comments of this account. Null: none is needed, it was given, or it
   * cannot be given here.
   */
  commentsPath: string | null;
  /** The URL on this server of the account's square picture; absent if it has none. */
  pictureUrl?: string;
}>;

/** `already`: the account was connected before. Its credentials and names have been updated. */
export type ConnectReply = Readonly<{
  success: true;
  message: string;
  already: boolean;
  account: AccountView;
}>;
export type ConnectBlueskyRequest = Readonly<{ handle: string; appPassword: string; state?: string }>;
export type ConnectMastodonRequest = Readonly<{ instance: string; accessToken: string; state?: string }>;

/** `returnTo`: the page of Posthorn to show after the consent, with its query; by default Settings. */
export type AuthorizeMastodonRequest = Readonly<{ instance: string; returnTo?: string | null }>;
/** `url`: the page of the Mastodon server on which the user gives the permission. */
export type AuthorizeReply = Readonly<{ url: string }>;

export const listAccounts: Call<void, readonly AccountView[]> = {
  method: 'GET',
  path: '/api/connected-accounts',
};
/** Returns the same as `listAccounts`, at a second path. */
export const listAccountsAlias: Call<void, readonly AccountView[]> = { method: 'GET', path: '/api/accounts' };
export const disconnectAccount: Call<void, void> = { method: 'DELETE', path: '/api/accounts/:id' };
export const connectBluesky: Call<ConnectBlueskyRequest, ConnectReply> = {
  method: 'POST',
  path: '/api/auth/bluesky/connect',
};
export const connectMastodon: Call<ConnectMastodonRequest, ConnectReply> = {
  method: 'POST',
  path: '/api/auth/mastodon/connect',
};
export const authorizeMastodon: Call<AuthorizeMastodonRequest, AuthorizeReply> = {
  method: 'POST',
  path: '/api/auth/mastodon/authorize',
};
