import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { PublishRefs } from './publication.ts';

/** The services that a connector may use for one connected account. */
export type AccountAccess = Readonly<{
  accountId: number;
  limits: PlatformLimits;
  /** @throws CredentialsAreMissing */
  credentials(): Promise<JsonObject>;
  /**
   * Renews credentials that were refused or are about to expire. One process at a time does it. When another process has changed
   * the credentials since `stale` was read, `refresh` is not called, and the changed credentials are returned.
   * @throws CredentialsAreMissing, and what `refresh` throws
   */
  renew(stale: JsonObject, refresh: (current: JsonObject) => Promise<JsonObject>): Promise<JsonObject>;
  /**
   * Claims a remote post for this publication; false when another publication has it. Where a look-up finds posts by their text
   * alone, two publications of one text must not both claim the same post.
   */
  claim(remoteId: string): Promise<boolean>;
  /** Upload addresses that work as passwords. They stay in the vault, and `refs` hold the name that `keep` returns. */
  uploads: UploadAddresses;
}>;

export type UploadAddresses = Readonly<{
  /** Returns the name. */
  keep(address: string): Promise<string>;
  /** Null: the address was deleted, and the upload begins again. */
  open(name: string): Promise<string | null>;
}>;

export type SaveRefs = (refs: PublishRefs) => Promise<void>;
