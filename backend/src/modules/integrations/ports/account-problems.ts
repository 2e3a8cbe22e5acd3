import type { Event } from '@posthorn/event-sourcing';

/** The account needs its owner, who must log in again: the platform refuses our credentials, or will refuse them soon. */
export type AccountProblemEvent =
  | Event<'AccountNeedsReconnect', number, Readonly<{ accountId: number; ownerId: string }>>
  | Event<'AccountExpirySeen', number, Readonly<{ accountId: number; ownerId: string }>>;

/** `endsAt`: when the permission ends; null: it has ended. */
export type AccountProblem = Readonly<{ cause: 'reconnect' | 'ending'; endsAt: string | null }>;

/** Problems of connected accounts, for the notices of their owners. */
export abstract class AccountProblems {
  /** @returns the problem that needs its owner; null: it has none, is disconnected, or belongs to another user. */
  abstract problemOf(accountId: number, ownerId: string): Promise<AccountProblem | null>;

  /** The problems of many accounts for a list, in their order, with one query. They may be a moment old. */
  abstract problemsOf(
    ownerId: string,
    accountIds: readonly number[],
  ): Promise<readonly (AccountProblem | null)[]>;
}
