import type { AccountView } from '../integrations/accounts.http.ts';
import type { PlatformView } from '../integrations/platforms.http.ts';
import type { ExternalCall } from './posts.http.ts';

/** A connected account, without fields that only screens use. */
export type ExternalAccount = Pick<
  AccountView,
  | 'id'
  | 'platform'
  | 'accountName'
  | 'displayName'
  | 'status'
  | 'connectedAt'
  | 'server'
  | 'limits'
  | 'deletesPosts'
>;

/** `configured`: accounts can be connected on this installation. `limits` null: the platform cannot be published to. */
export type ExternalPlatform = Pick<
  PlatformView,
  'platform' | 'name' | 'configured' | 'capabilities' | 'limits'
> &
  Readonly<{ connected: readonly Pick<AccountView, 'id' | 'accountName' | 'displayName' | 'status'>[] }>;

/** All twelve platforms. */
export const externalPlatforms: ExternalCall<void, readonly ExternalPlatform[]> = {
  method: 'GET',
  path: '/api/external/platforms',
  scope: 'accounts:read',
};
export const externalAccounts: ExternalCall<void, readonly ExternalAccount[]> = {
  method: 'GET',
  path: '/api/external/accounts',
  scope: 'accounts:read',
};
