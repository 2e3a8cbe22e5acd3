import type { Call } from '../shared/call.ts';
import type { Platform } from '../shared/platform.ts';
import type { PlatformCapabilities } from './capabilities.ts';
import type { PlatformLimits } from './platform-limits.ts';
import type { OptionField } from './publish-options.ts';

/** One platform as the composer and the settings use it. */
export type PlatformView = Readonly<{
  platform: Platform;
  /** As people know it. */
  name: string;
  /** Accounts can be connected here and now. */
  configured: boolean;
  /** Why not, for the operator; null when it is configured. */
  reason: string | null;
  /** The navigation that begins the connection; null where there is nothing to connect. */
  connectPath: string | null;
  /** Further navigations that begin a connection, by the name that people choose them by; absent where there is one alone. */
  alsoBy?: readonly Readonly<{ name: string; path: string }>[];
  capabilities: PlatformCapabilities;
  /** Null where nothing can be published. An account may have limits of its own: see the list of accounts. */
  limits: PlatformLimits | null;
  options: readonly OptionField[];
  /** A sentence for the author of a post on this platform; absent where none is needed. */
  hint?: string;
}>;

export const listPlatforms: Call<void, readonly PlatformView[]> = { method: 'GET', path: '/api/platforms' };

/** The fields of a platform with the choices of this very account filled in. */
export const publishFields: Call<void, readonly OptionField[]> = {
  method: 'GET',
  path: '/api/accounts/:id/publish-fields',
};
