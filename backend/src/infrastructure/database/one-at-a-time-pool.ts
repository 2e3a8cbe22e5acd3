import { Pool, type PoolClient } from 'pg';
import { isInTransaction, TransactionIsOpen } from './transaction.ts';

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** Gives whoever is inside a transaction no second connection: with all of them out, each would wait for another. */
export class OneAtATimePool extends Pool {
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
