import type { PlatformCapabilities } from '@posthorn/contracts/integrations/capabilities';
import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import type { Platform } from '@posthorn/contracts/shared/platform';

/** What is known of a platform without asking it. The one table for screens, API, precheck and worker. */
export type PlatformFacts = Readonly<{
  platform: Platform;
  /** As people know it. */
  name: string;
  /** The navigation that begins a connection. */
  connectPath: string;
  capabilities: PlatformCapabilities;
  limits: PlatformLimits;
  options: readonly OptionField[];
  /** A sentence for whoever writes a post for this platform. */
  hint?: string;
}>;
