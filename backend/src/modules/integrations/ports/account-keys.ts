import type { Platform } from '@posthorn/contracts/shared/platform';

export type AccountKey = Readonly<{ remoteId: string; accountId: number; ownerId: string }>;

/** Finds the Posthorn accounts that belong to ids on a platform, for example to authors of comments. */
export abstract class AccountKeys {
  /** The accounts of all users with these remote ids, including disconnected accounts. */
  abstract byRemoteId(platform: Platform, remoteIds: readonly string[]): Promise<readonly AccountKey[]>;
}
