import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';

/** A bug, told before anything was asked for: what was about to be done would keep a transaction waiting for it. */
export class TransactionIsOpen extends Error {
  override readonly name = 'TransactionIsOpen';
  constructor(what: string) {
    super(`A transaction of the database is open here, and would stay open for ${what}.`);
  }
}

const around = new AsyncLocalStorage<{ open: boolean }>();

/**
 * Runs `work` in one transaction on one connection of the pool: committed when it answers, rolled back when it throws.
 * The only way to begin one, because a connection is dear and a lock dearer: inside `work` nobody else's server is asked
 * (`outsideTransaction`) and no second connection is taken, for which a full pool would wait for ever.
 * @param begin statements that open it, and what of its settings is sent with them
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
    return await around.run(transaction, async () => {
      await tx.query(begin);
      const result = await work(tx);
      await tx.query('commit');
      return result;
    });
  } catch (error) {
    // A connection that cannot even roll back must not go back into the pool.
    await tx.query('rollback').catch((failure: unknown) => {
      broken = failure instanceof Error ? failure : new Error(String(failure));
    });
    throw error;
  } finally {
    // What `work` began and left running is no longer inside.
    transaction.open = false;
    tx.release(broken);
  }
}

/** Whether a transaction of this path of calls is open. */
export const isInTransaction = (): boolean => around.getStore()?.open === true;

/** @throws TransactionIsOpen when a transaction of this path of calls is open */
export function outsideTransaction(what: string): void {
  if (isInTransaction()) throw new TransactionIsOpen(what);
}
