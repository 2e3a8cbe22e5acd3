import type { Event } from '@posthorn/event-sourcing';

/** The account needs its owner: the platform refuses our credentials, or will soon and only a new login helps. */
export type AccountTroubleEvent =
  | Event<'AccountNeedsReconnect', number, Readonly<{ accountId: number; ownerId: string }>>
  | Event<'AccountExpirySeen', number, Readonly<{ accountId: number; ownerId: string }>>;

/** `endsAt`: when the permission ends; null where it has ended. */
export type AccountTrouble = Readonly<{ cause: 'reconnect' | 'ending'; endsAt: string | null }>;

/** Troubles of connected accounts, for the notices of their owners. */
export abstract class AccountTroubles {
  /** The account's problem that needs its owner; null: it has none, is disconnected, or belongs to another user. */
  abstract troubleOf(accountId: number, ownerId: string): Promise<AccountTrouble | null>;
}
