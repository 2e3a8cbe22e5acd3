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
   * Renews credentials that were refused or are about to expire. One process at a time renews. If another process has changed the
   * credentials since `stale` was read, this returns the changed credentials and does not call `refresh`.
   * @throws CredentialsAreMissing, and what `refresh` throws
   */
  renew(stale: JsonObject, refresh: (current: JsonObject) => Promise<JsonObject>): Promise<JsonObject>;
  /**
   * Claims a remote post for this publication; false when another publication has claimed the post. Some look-ups find posts only
   * by their text. Two publications with the same text must not both claim one post.
   */
  claim(remoteId: string): Promise<boolean>;
  /** Upload URLs that work as passwords. The vault stores them; `refs` contain only the name that `keep` returns. */
  uploads: UploadAddresses;
}>;

export type UploadAddresses = Readonly<{
  /** Stores the URL in the vault. Returns the name for `open`. */
  keep(address: string): Promise<string>;
  /** Returns the URL. Null: the URL was deleted, so the upload must begin again. */
  open(name: string): Promise<string | null>;
}>;

export type SaveRefs = (refs: PublishRefs) => Promise<void>;
