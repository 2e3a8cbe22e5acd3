import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { Platform } from '@posthorn/contracts/shared/platform';

export type NamedAccount = Readonly<{
  id: number;
  platform: Platform;
  accountName: string;
  ownerId: string;
  connected: boolean;
}>;
/** `server`: the host of the account; null where the platform has one host for all. */
export type AccountServer = Readonly<{ id: number; server: string | null }>;

/** Which accounts there are. */
export abstract class ConnectedAccounts {
  /** The user's accounts that are not disconnected. */
  abstract accountsOf(userId: string): Promise<readonly AccountView[]>;

  /** Every account that a user ever connected, also those that are disconnected. */
  abstract idsOf(ownerId: string): Promise<readonly number[]>;

  /** Any account by id, also a disconnected one (old posts show its name). Missing ids are left out. */
  abstract named(ids: readonly number[]): Promise<readonly NamedAccount[]>;

  /** Missing ids are left out. Reads the list without waiting for the latest events, which callers do not need. */
  abstract serversOf(ids: readonly number[]): Promise<readonly AccountServer[]>;
}
