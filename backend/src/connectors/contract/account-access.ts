import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { PublishRefs } from './publication.ts';

/** What a connector may use of one connected account. */
export type AccountAccess = Readonly<{
  accountId: number;
  limits: PlatformLimits;
  /** @throws CredentialsAreMissing */
  credentials(): Promise<JsonObject>;
  /**
   * New credentials for those that were refused or are about to expire. One process at a time; when somebody else has
   * changed them since `stale` was read, `refresh` is not called and theirs are answered.
   * @throws CredentialsAreMissing, and what `refresh` throws
   */
  renew(stale: JsonObject, refresh: (current: JsonObject) => Promise<JsonObject>): Promise<JsonObject>;
  /**
   * Takes a remote post for this publication; false when another one has it. Where posts are found by their text alone,
   * two publications of one text must not both claim the same post.
   */
  claim(remoteId: string): Promise<boolean>;
  /** Upload addresses that work as passwords: they stay in the vault, and `refs` hold the name that `keep` answers. */
  uploads: UploadAddresses;
}>;

export type UploadAddresses = Readonly<{
  /** Answers the name. */
  keep(address: string): Promise<string>;
  /** Null: it is gone, the upload begins anew. */
  open(name: string): Promise<string | null>;
}>;

export type SaveRefs = (refs: PublishRefs) => Promise<void>;
