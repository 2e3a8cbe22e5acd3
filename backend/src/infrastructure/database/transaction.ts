import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';
import { isDatabaseDown } from './database-down.ts';

/** Reports a bug before it does harm: the refused step would keep a transaction open and waiting. */
export class TransactionIsOpen extends Error {
  override readonly name = 'TransactionIsOpen';
  constructor(what: string) {
    super(`A transaction of the database is open here, and would stay open for ${what}.`);
  }
}

const currentTransaction = new AsyncLocalStorage<{ open: boolean }>();

/**
 * Runs `work` in one transaction on one connection of the pool. It commits when `work` returns, and rolls back when it throws. Use only this function to
 * begin a transaction, because connections are scarce and locks block others. Inside `work`, calls to other servers are refused
 * (`outsideTransaction`). So is a second connection, because a full pool would wait for ever.
 * @param begin statements that open the transaction, and settings that are sent with them
 */
export async function inTransaction<Result>(
  pool: Pool,
  work: (tx: PoolClient) => Promise<Result>,
  begin = 'begin',
): Promise<Result> {
  const tx = await pool.connect();
  const transaction = { open: true };
  let broken: Error | undefined;
  try {
    return await currentTransaction.run(transaction, async () => {
      await tx.query(begin);
      const result = await work(tx);
      await tx.query('commit');
      return result;
    });
  } catch (error) {
    // A connection that is lost, silent or leads to a server that only reads must not return to the pool. Its end is a rollback.
    if (isDatabaseDown(error)) broken = asError(error);
    else
      await tx.query('rollback').catch((failure: unknown) => {
        broken = asError(failure);
      });
    throw error;
  } finally {
    // Calls that `work` left running are no longer inside the transaction.
    transaction.open = false;
    tx.release(broken);
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** Whether this async context has an open transaction. */
export const isInTransaction = (): boolean => currentTransaction.getStore()?.open === true;

/** @throws TransactionIsOpen when this async context has an open transaction */
export function outsideTransaction(what: string): void {
  if (isInTransaction()) throw new TransactionIsOpen(what);
}
