import type { PlatformCapabilities } from '@posthorn/contracts/integrations/capabilities';
import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { PublicAddress } from './public-address.ts';

/** What a look-up proves on this platform, and when. No platform documents these values; they have a wide margin. */
type LookUpProperties = Readonly<{
  /** The longest delay before the platform shows a post that it has, in seconds. */
  visibilitySeconds: number;
  /**
   * Whether a call that arrives late, after it was repeated, makes no second post. A record key or an upload session of ours
   * ensures that. A key that some servers ignore does not count, nor does an expectation.
   */
  isHarmlessWhenLate: boolean;
  /** Own posts can be listed with their text, and each has one id, so a look-up finds a duplicate. */
  listsPosts: boolean;
}>;

/** What is known of a platform without a request. The one table for screens, API, precheck and worker. */
export type PlatformDescriptor = Readonly<{
  platform: Platform;
  /** The name that people know. */
  name: string;
  /** The address that begins a connection. */
  connectPath: string;
  /** Absent where an account's public address cannot be computed. */
  publicAddress?: PublicAddress;
  capabilities: PlatformCapabilities;
  limits: PlatformLimits;
  options: readonly OptionField[];
  /** The most bytes of a file in the final call. They extend its timeout. Absent where the call carries no file. */
  callBytes?: number;
  lookUp: LookUpProperties;
  /** The permission for deleting, where an account can be connected without it. */
  deletionScope?: string;
  /** A sentence for the author of a post on this platform. */
  hint?: string;
  /** It is announced, and screens do not lead to `connectPath` yet. */
  comingSoon?: boolean;
}>;
