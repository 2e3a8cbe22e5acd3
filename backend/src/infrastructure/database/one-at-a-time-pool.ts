import type { PoolClient } from 'pg';
import { isInTransaction, TransactionIsOpen } from './transaction.ts';
import { TurnTakingPool, type Connected } from './turn-taking-pool.ts';

/** Gives whoever is inside a transaction no second connection: with all of them out, each would wait for another. */
export class OneAtATimePool extends TurnTakingPool {
  /** @throws TransactionIsOpen */
  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | undefined {
    const bug = isInTransaction() ? new TransactionIsOpen('a second connection') : undefined;
    if (!callback) return bug ? Promise.reject(bug) : super.connect();
    if (bug) callback(bug, undefined, () => undefined);
    else super.connect(callback);
    return undefined;
  }
}
