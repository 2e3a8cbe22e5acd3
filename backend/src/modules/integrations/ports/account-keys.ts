import type { Platform } from '@posthorn/contracts/shared/platform';
import type { AuthorId } from '#connectors/contract/comments.ts';

export type { AuthorId } from '#connectors/contract/comments.ts';

/** `remoteId`: the id of the author. */
export type AccountKey = Readonly<{ remoteId: string; accountId: number; ownerId: string }>;

/** Finds the Posthorn accounts that belong to authors of comments. */
export abstract class AccountKeys {
  /**
   * The accounts of these authors: by their ids including disconnected accounts, by their names only connected ones. `ownerId`:
   * leaves out accounts of other users that have only the name.
   */
  abstract byAuthors(
    platform: Platform,
    authors: readonly AuthorId[],
    ownerId?: string,
  ): Promise<readonly AccountKey[]>;
}
