import type { Event } from '@posthorn/event-sourcing';

/**
 * The owner of the account must log in again, because the platform refuses our credentials or will soon
 * refuse them.
 */
export type AccountProblemEvent =
  | Event<'AccountNeedsReconnect', number, Readonly<{ accountId: number; ownerId: string }>>
  | Event<'AccountExpirySeen', number, Readonly<{ accountId: number; ownerId: string }>>;

/** `endsAt`: when the permission ends; null: it has ended. */
export type AccountProblem = Readonly<{ cause: 'reconnect' | 'ending'; endsAt: string | null }>;

/** Problems of connected accounts, for the notices of their owners. */
export abstract class AccountProblems {
  /**
   * @returns the problem for which the owner must log in; null: the account has no problem, is disconnected,
   * or belongs to another user.
   */
  abstract problemOf(accountId: number, ownerId: string): Promise<AccountProblem | null>;

  /**
   * The problems of many accounts, in the order of `accountIds`, with one query. The query waits for the
   * caller's own changes only, so the result may be slightly old.
   */
  abstract problemsOf(
    ownerId: string,
    accountIds: readonly number[],
  ): Promise<readonly (AccountProblem | null)[]>;
}
