import type { Call } from '../shared/call.ts';
import type { Platform } from '../shared/platform.ts';
import type { PlatformCapabilities } from './capabilities.ts';
import type { PlatformLimits } from './platform-limits.ts';
import type { OptionField } from './publish-options.ts';
import type { SaidPart } from '../shared/said.ts';

/** One platform for the composer and the settings. */
export type PlatformView = Readonly<{
  platform: Platform;
  /** The name that people see. */
  name: string;
  /** Accounts can be connected on this installation. */
  configured: boolean;
  /** Why accounts cannot be connected, for the operator; null when they can. */
  reason: string | null;
  /** The code and the names of `reason`, in `PLATFORM_REASONS`. */
  reasonSaid?: SaidPart;
  /** The URL that begins the connection; null if accounts cannot be connected. */
  connectPath: string | null;
  /**
   * Further URLs that begin a connection, with the names among which people choose; absent if there are none. `code`: the code of the
   * name in `CONNECT_WAYS`; absent if it is the name of the platform.
   */
  alsoBy?: readonly Readonly<{ name: string; code?: string; path: string }>[];
  capabilities: PlatformCapabilities;
  /** Null if nothing can be published. An account may have its own limits: see the list of accounts. */
  limits: PlatformLimits | null;
  options: readonly OptionField[];
  /** The platform is announced, and cannot be connected yet. Absent for all other platforms. */
  comingSoon?: boolean;
  /** A sentence for the author of a post on this platform; absent if none is needed. */
  hint?: string;
}>;

export const listPlatforms: Call<void, readonly PlatformView[]> = { method: 'GET', path: '/api/platforms' };

/** The fields of a platform with the choices of this account filled in. */
export const publishFields: Call<void, readonly OptionField[]> = {
  method: 'GET',
  path: '/api/accounts/:id/publish-fields',
};
