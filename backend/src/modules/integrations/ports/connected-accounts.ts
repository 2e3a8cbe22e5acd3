import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { Platform } from '@posthorn/contracts/shared/platform';

export type NamedAccount = Readonly<{
  id: number;
  platform: Platform;
  accountName: string;
  ownerId: string;
  connected: boolean;
}>;
/** `server`: the host of the account; null: the platform has one host for all accounts. */
export type AccountServer = Readonly<{ id: number; server: string | null }>;

/** Lists connected accounts. */
export abstract class ConnectedAccounts {
  /** The user's accounts that are not disconnected. */
  abstract accountsOf(userId: string): Promise<readonly AccountView[]>;

  /** All accounts that the user ever connected, including disconnected accounts. */
  abstract idsOf(ownerId: string): Promise<readonly number[]>;

  /**
   * The accounts with these ids, including disconnected accounts (old posts show their names). Leaves out
   * unknown ids.
   */
  abstract named(ids: readonly number[]): Promise<readonly NamedAccount[]>;

  /**
   * The servers of the accounts with these ids. Leaves out unknown ids. Does not wait for the latest events,
   * because callers do not need them.
   */
  abstract serversOf(ids: readonly number[]): Promise<readonly AccountServer[]>;
}
