import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { withDeadline } from '#infrastructure/effects/with-deadline.ts';
import type { EncryptedSecret } from '#infrastructure/vault/key-ring.ts';

/**
 * A lease, with the secret and its version at the time when the lease was taken. `id`: the id of the lease.
 */
export type CredentialLease = Readonly<{ id: string; version: string; encrypted: EncryptedSecret }>;

/**
 * In milliseconds. `work`: how long the caller waits for a renewal. `lease`: how long no other renewal may
 * start. `lease` is longer than `work`, so that a renewal whose response is slightly late is still the only
 * renewal.
 */
export type LeaseTimes = Readonly<{ work: number; lease: number }>;

/**
 * A renewal makes at most two calls, of ten or fifteen seconds each. The lease of a killed process blocks
 * other processes for at most `lease`.
 */
export const LEASE_TIMES: LeaseTimes = { work: 30_000, lease: 40_000 };

/** The lease did not become free within twice its length, or our own renewal took too long. */
export class RenewalHangs extends Error {
  override readonly name = 'RenewalHangs';
}

/** The waits between two attempts to take a lease: the first, and the longest. */
const FIRST_WAIT_MS = 25;
const LONGEST_WAIT_MS = 500;

/**
 * Leases on the credentials of accounts. Only the process with the lease may change the credentials, for a
 * limited time. The lease is stored in the row of the credentials. So no transaction or connection stays open
 * during a call to a platform.
 */
export class CredentialLeases {
  constructor(
    private readonly pool: Pool,
    readonly times: LeaseTimes,
  ) {}

  /**
   * Takes the lease, and waits until it is free. Null: the account has no credentials (any more).
   * @throws RenewalHangs
   */
  async take(accountId: number): Promise<CredentialLease | null> {
    const id = randomUUID();
    const startedAt = performance.now();
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(LONGEST_WAIT_MS, 2 * wait)) {
      const { rows } = await this.pool.query<EncryptedSecret & { version: string }>(
        `update integrations.credential
         set lease = $2, leased_until = clock_timestamp() + $3 * interval '1 millisecond'
         where account_id = $1 and (leased_until is null or leased_until <= clock_timestamp())
         returning kid, wrapped, box, version`,
        [accountId, id, this.times.lease],
      );
      const [row] = rows;
      if (row) {
        const { version, ...encrypted } = row;
        return { id, version, encrypted };
      }
      if (!(await this.#hasCredentials(accountId))) return null;
      if (performance.now() - startedAt > 2 * this.times.lease)
        throw new RenewalHangs(`Account ${String(accountId)} is being renewed.`);
      await pause(wait);
    }
  }

  /**
   * Ends the lease, so that the next caller can take it. Does nothing if a later lease has replaced this
   * lease.
   */
  async end(accountId: number, { id }: CredentialLease): Promise<void> {
    await this.pool.query(
      'update integrations.credential set lease = null, leased_until = null where account_id = $1 and lease = $2',
      [accountId, id],
    );
  }

  async #hasCredentials(accountId: number): Promise<boolean> {
    const { rowCount } = await this.pool.query('select from integrations.credential where account_id = $1', [
      accountId,
    ]);
    return rowCount !== 0;
  }
}

const HANGS = Symbol('RenewalHangs');

/** @throws RenewalHangs when `work` takes longer than `limitMs` milliseconds; `work` itself continues */
export async function within<Result>(limitMs: number, work: Promise<Result>): Promise<Result> {
  const result = await withDeadline<Result | typeof HANGS>(
    limitMs,
    () => work,
    () => HANGS,
  );
  if (result === HANGS) throw new RenewalHangs(`A renewal has taken longer than ${String(limitMs)} ms.`);
  return result;
}
