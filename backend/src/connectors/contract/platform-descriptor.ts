import type { PlatformCapabilities } from '@posthorn/contracts/integrations/capabilities';
import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { PublicAddress } from './public-address.ts';

/** What a look-up proves there, and when. No platform documents these: they were chosen with room to spare. */
type LookUpProperties = Readonly<{
  /** How late the platform may show a post that it has. */
  visibilitySeconds: number;
  /**
   * Whether something on their side keeps a call that arrives late, after it was repeated, from making a second post: a
   * record key or an upload session of ours. A key that some servers ignore does not count, nor what is only expected.
   */
  isHarmlessWhenLate: boolean;
  /** Own posts can be listed by their words, and each has one id, so that a second one is found. */
  listsPosts: boolean;
}>;

/** What is known of a platform without asking it. The one table for screens, API, precheck and worker. */
export type PlatformDescriptor = Readonly<{
  platform: Platform;
  /** As people know it. */
  name: string;
  /** The navigation that begins a connection. */
  connectPath: string;
  /** Absent where no account's address follows from what is known of it. */
  publicAddress?: PublicAddress;
  capabilities: PlatformCapabilities;
  limits: PlatformLimits;
  options: readonly OptionField[];
  /** How much of a file the final call carries at most, in bytes: it gets longer for it. Absent where it carries none. */
  callBytes?: number;
  lookUp: LookUpProperties;
  /** The permission that deleting takes, where an account can be connected without it. */
  deletionScope?: string;
  /** A sentence for whoever writes a post for this platform. */
  hint?: string;
}>;
