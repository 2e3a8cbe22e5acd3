import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { withDeadline } from '#infrastructure/effects/with-deadline.ts';
import type { EncryptedSecret } from '#infrastructure/vault/key-ring.ts';

/** The secret as it was when the lease was taken, and its version; `id` names the lease. */
export type CredentialLease = Readonly<{ id: string; version: string; encrypted: EncryptedSecret }>;

/**
 * In milliseconds. `work`: how long the caller waits for a renewal. `lease`: how long no other renewal may start. It is longer than `work`,
 * so that a late answer is still the only one.
 */
export type LeaseTimes = Readonly<{ work: number; lease: number }>;

/** A renewal makes two calls at most, of ten or fifteen seconds each. A killed process blocks others no longer than this. */
export const LEASE_TIMES: LeaseTimes = { work: 30_000, lease: 40_000 };

/** Another process has held the lease for its whole length, or our own renewal hangs. */
export class RenewalHangs extends Error {
  override readonly name = 'RenewalHangs';
}

const FIRST_LOOK_MS = 25;
const LOOK_EVERY_MS = 500;

/**
 * The right to change the credentials of one account, held by one process for a limited time. It is stored in their row. So no transaction
 * or connection stays open while a platform is asked.
 */
export class CredentialLeases {
  constructor(
    private readonly pool: Pool,
    readonly times: LeaseTimes,
  ) {}

  /**
   * Waits until the lease is free. Null: there are no credentials (any more).
   * @throws RenewalHangs
   */
  async take(accountId: number): Promise<CredentialLease | null> {
    const id = randomUUID();
    const begun = performance.now();
    for (let wait = FIRST_LOOK_MS; ; wait = Math.min(LOOK_EVERY_MS, 2 * wait)) {
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
      if (!(await this.#isThere(accountId))) return null;
      if (performance.now() - begun > 2 * this.times.lease)
        throw new RenewalHangs(`Account ${String(accountId)} is being renewed.`);
      await pause(wait);
    }
  }

  /** Lets waiting callers continue. It does nothing to a later lease that replaced this one. */
  async end(accountId: number, { id }: CredentialLease): Promise<void> {
    await this.pool.query(
      'update integrations.credential set lease = null, leased_until = null where account_id = $1 and lease = $2',
      [accountId, id],
    );
  }

  async #isThere(accountId: number): Promise<boolean> {
    const { rowCount } = await this.pool.query('select from integrations.credential where account_id = $1', [
      accountId,
    ]);
    return rowCount !== 0;
  }
}

const HANGS = Symbol('RenewalHangs');

/** @throws RenewalHangs when `work` takes longer than `most` milliseconds; it continues nevertheless */
export async function within<Result>(most: number, work: Promise<Result>): Promise<Result> {
  const answer = await withDeadline<Result | typeof HANGS>(
    most,
    () => work,
    () => HANGS,
  );
  if (answer === HANGS) throw new RenewalHangs(`A renewal has taken longer than ${String(most)} ms.`);
  return answer;
}
