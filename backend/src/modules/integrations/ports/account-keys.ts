import type { Platform } from '@posthorn/contracts/shared/platform';

export type AccountKey = Readonly<{ remoteId: string; accountId: number; ownerId: string }>;

/** Which authors on a platform are accounts of people here. */
export abstract class AccountKeys {
  /** Accounts that any user connected here, disconnected ones included, by what their platform calls them. */
  abstract byRemoteId(platform: Platform, remoteIds: readonly string[]): Promise<readonly AccountKey[]>;
}
