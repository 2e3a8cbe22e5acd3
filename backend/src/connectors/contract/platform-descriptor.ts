import type { PlatformCapabilities } from '@posthorn/contracts/integrations/capabilities';
import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { AuthorId } from './comments.ts';
import type { PublicAddress } from './public-address.ts';

/** What a look-up proves on this platform, and when. No platform documents these values, so they have a wide safety margin. */
type LookUpProperties = Readonly<{
  /** The longest delay before the platform shows an accepted post, in seconds. */
  visibilitySeconds: number;
  /**
   * True if a call that arrives late, after Posthorn repeated it, makes no second post. A record key or an upload session ensures
   * this. A key that some servers ignore does not ensure it, and an assumption is not enough.
   */
  isLateCallHarmless: boolean;
  /** The platform can list own posts with their text, and each post has one id. So a look-up finds a duplicate. */
  listsPosts: boolean;
}>;

/** What Posthorn knows about a platform without a request. Screens, API, precheck and worker all use this table. */
export type PlatformDescriptor = Readonly<{
  platform: Platform;
  /** The platform's name for people. */
  name: string;
  /** The URL that begins a connection. */
  connectPath: string;
  /** Absent if an account's public URL cannot be computed. */
  publicAddress?: PublicAddress;
  /**
   * The `accountName` that the author of a comment has as a connected account; null: not known. Absent if comments contain the
   * `remoteId` of accounts.
   */
  accountNameOf?: (author: AuthorId) => string | null;
  capabilities: PlatformCapabilities;
  limits: PlatformLimits;
  options: readonly OptionField[];
  /**
   * The maximum size of a file in the final call, in bytes. A larger size extends the timeout of the call. Absent if the call
   * contains no file.
   */
  callBytes?: number;
  lookUp: LookUpProperties;
  /** The permission for deleting, if an account can be connected without this permission. */
  deletionScope?: string;
  /** A sentence for the author of a post on this platform. */
  hint?: string;
  /** The platform is announced. Screens do not yet link to `connectPath`. */
  comingSoon?: boolean;
}>;
