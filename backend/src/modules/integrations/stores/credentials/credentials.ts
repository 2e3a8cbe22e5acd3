import { setTimeout as pause } from 'node:timers/promises';
import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { Pool } from 'pg';
import { batched } from '@posthorn/batching';
import type { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { isDatabaseDown, wasDisturbed } from '#infrastructure/database/database-down.ts';
import { outsideTransaction } from '#infrastructure/database/transaction.ts';
import { KeyIsMissing, type KeyRing, type EncryptedSecret } from '#infrastructure/vault/key-ring.ts';
import type { EncryptedTable } from '#infrastructure/vault/encrypted-tables.ts';
import { CredentialLeases, LEASE_TIMES, within, type CredentialLease } from './credential-leases.ts';
import { renewalTime } from './renewal-time.ts';

/** The account has no credentials: it was disconnected, or its connection never finished. */
export class CredentialsAreMissing extends Error {
  override readonly name: string = 'CredentialsAreMissing';
}

/**
 * The row cannot be decrypted: it is damaged, or was copied from another account. It counts as missing; a new
 * login replaces the row.
 */
export class CredentialsAreDamaged extends CredentialsAreMissing {
  override readonly name = 'CredentialsAreDamaged';
}

/** The wait before storing is tried again while the database is unavailable. */
const STORE_RETRY_MS = 200;
/**
 * Authenticated together with the secret. So a row that was copied to another account cannot be decrypted.
 */
const contextOf = (accountId: number | string): string => `account:${String(accountId)}:credentials`;

export const CREDENTIALS: EncryptedTable = {
  name: 'integrations.credential',
  key: { column: 'account_id', type: 'bigint' },
  contextOf: ({ account_id = '' }) => contextOf(account_id),
};

/**
 * The encrypted credentials for the platforms, with one row for each account. Events, logs and responses
 * never contain credentials.
 */
export class Credentials {
  readonly #leases: CredentialLeases;
  readonly #encrypted = batched((accountIds: readonly number[]) => this.#encryptedOf(accountIds));

  constructor(
    private readonly pool: Pool,
    private readonly ring: KeyRing,
    /** The clock that decides what is due. */
    private readonly clock: Pick<DatabaseClock, 'now'>,
    times = LEASE_TIMES,
  ) {
    this.#leases = new CredentialLeases(pool, times);
  }

  /**
   * Stores the credentials of a new connection. Empty fields keep their stored value, because some consents
   * come without a refresh token.
   */
  async merge(accountId: number, secret: JsonObject): Promise<void> {
    for (;;) {
      const lease = await this.#leases.take(accountId);
      if (!lease && (await this.#insert(accountId, secret))) return;
      if (!lease) continue;
      try {
        const merged = keepFilled(this.#openOrNothing(accountId, lease.encrypted), secret);
        if (await this.#store(accountId, lease, merged, secret)) return;
      } finally {
        await this.#endLease(accountId, lease);
      }
    }
  }

  /** @throws CredentialsAreMissing */
  async read(accountId: number): Promise<JsonObject> {
    outsideTransaction('credentials');
    return this.#open(accountId, await this.#encrypted(accountId));
  }

  async #encryptedOf(accountIds: readonly number[]): Promise<(EncryptedSecret | undefined)[]> {
    const { rows } = await this.pool.query<EncryptedSecret & { accountId: number }>({
      name: 'credentials-read',
      text: `select account_id::float8 as "accountId", kid, wrapped, box from integrations.credential
        where account_id = any($1::bigint[])`,
      values: [accountIds],
    });
    const byAccount = new Map(rows.map(({ accountId, ...encrypted }) => [accountId, encrypted]));
    return accountIds.map((accountId) => byAccount.get(accountId));
  }

  /**
   * Changes the credentials of one account. Over all processes, only one caller at a time can do this,
   * because a refresh token may be valid only once. The next caller's `work` gets the result. Fields that
   * `work` leaves empty keep their value. No transaction or connection stays open while `work` calls a
   * platform.
   * @throws CredentialsAreMissing; RenewalHangs when `work` takes too long; its late result is still stored
   */
  async withCredentials(
    accountId: number,
    work: (current: JsonObject) => Promise<JsonObject>,
  ): Promise<JsonObject> {
    const lease = await this.#leases.take(accountId);
    if (!lease) throw missingError(accountId);
    return within(this.#leases.times.work, this.#change(accountId, lease, work));
  }

  /** Waits until no renewal is running. After that, the stored credentials are the newest. */
  async waitForRenewal(accountId: number): Promise<void> {
    const lease = await this.#leases.take(accountId);
    if (lease) await this.#endLease(accountId, lease);
  }

  /**
   * Decrypts a row that the caller has removed from the table. Null: the row cannot be decrypted, for example
   * because its key was removed.
   */
  decryptRemoved(accountId: number, encrypted: EncryptedSecret): JsonObject | null {
    try {
      return this.#open(accountId, encrypted);
    } catch {
      return null;
    }
  }

  async #change(
    accountId: number,
    lease: CredentialLease,
    work: (current: JsonObject) => Promise<JsonObject>,
  ): Promise<JsonObject> {
    try {
      const current = this.#open(accountId, lease.encrypted);
      const changed = keepFilled(current, await work(current));
      if (changed === current) return changed;
      const timed = hasSameTokens(current, changed) ? null : changed;
      if (await this.#store(accountId, lease, changed, timed)) return changed;
    } catch (error) {
      // If newer credentials are stored, our lease had expired and another renewal succeeded. In this case, a refusal of the old tokens does not
      // matter.
      const newer = await this.#storedAfter(accountId, lease).catch(() => null);
      if (newer) return newer;
      throw error;
    } finally {
      await this.#endLease(accountId, lease);
    }
    return this.read(accountId);
  }

  /** False: a row already exists. */
  async #insert(accountId: number, secret: JsonObject): Promise<boolean> {
    const { kid, wrapped, box } = this.#lock(accountId, secret);
    const renewAt = renewalTime(secret, await this.clock.now());
    const { rowCount } = await this.pool.query(
      `insert into integrations.credential (account_id, kid, wrapped, box, renew_at) values ($1, $2, $3, $4, $5)
       on conflict (account_id) do nothing`,
      [accountId, kid, wrapped, box, renewAt],
    );
    return rowCount === 1;
  }

  /**
   * Overwrites only the version that the lease saw. The platform may already have revoked the earlier tokens.
   * So this retries while the database is unavailable, for `lease` minus `work` milliseconds. False: another
   * version is stored, or the row was deleted.
   * @param timed the credentials whose end determines the next renewal; null: keeps the renewal time, because
   * no token is new
   */
  async #store(
    accountId: number,
    lease: CredentialLease,
    secret: JsonObject,
    timed: JsonObject | null = secret,
  ): Promise<boolean> {
    const { kid, wrapped, box } = this.#lock(accountId, secret);
    for (const startedAt = performance.now(); ;) {
      try {
        const renewAt = timed && renewalTime(timed, await this.clock.now());
        const { rowCount } = await this.pool.query(
          `update integrations.credential set kid = $3, wrapped = $4, box = $5,
             renew_at = case when $7 then $6 else renew_at end, changed_at = now(),
             version = version + 1, lease = null, leased_until = null
           where account_id = $1 and version = $2`,
          [accountId, lease.version, kid, wrapped, box, renewAt, timed !== null],
        );
        return rowCount === 1;
      } catch (error) {
        const { lease: leaseMs, work } = this.#leases.times;
        const mayRepeat = isDatabaseDown(error) || wasDisturbed(error);
        if (!mayRepeat || performance.now() - startedAt > leaseMs - work) throw error;
        await pause(STORE_RETRY_MS);
      }
    }
  }

  /**
   * The stored credentials if they changed after the lease was taken; null: they did not change, or the row
   * was deleted.
   */
  async #storedAfter(accountId: number, { version }: CredentialLease): Promise<JsonObject | null> {
    const { rows } = await this.pool.query<EncryptedSecret>(
      'select kid, wrapped, box from integrations.credential where account_id = $1 and version <> $2',
      [accountId, version],
    );
    return rows[0] ? this.#open(accountId, rows[0]) : null;
  }

  /** Ignores errors, because a lease that cannot be ended now expires by itself. */
  async #endLease(accountId: number, lease: CredentialLease): Promise<void> {
    await this.#leases.end(accountId, lease).catch(() => undefined);
  }

  #lock(accountId: number, secret: JsonObject): EncryptedSecret {
    return this.ring.lock(JSON.stringify(secret), contextOf(accountId));
  }

  #open(accountId: number, encrypted: EncryptedSecret | undefined): JsonObject {
    if (!encrypted) throw missingError(accountId);
    try {
      return JSON.parse(this.ring.open(encrypted, contextOf(accountId))) as JsonObject;
    } catch (error) {
      // A missing key is a problem of the operator, and another process may have the key. So this must not
      // require a new login.
      if (error instanceof KeyIsMissing) throw error;
      throw new CredentialsAreDamaged(`The credentials of account ${String(accountId)} do not open.`);
    }
  }

  #openOrNothing(accountId: number, encrypted: EncryptedSecret): JsonObject {
    try {
      return this.#open(accountId, encrypted);
    } catch (error) {
      if (error instanceof CredentialsAreDamaged) return {};
      throw error;
    }
  }
}

const missingError = (accountId: number) =>
  new CredentialsAreMissing(`No credentials for account ${String(accountId)}.`);

const isFilled = (value: JsonValue | undefined): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

const hasSameTokens = (before: JsonObject, after: JsonObject): boolean =>
  before['accessToken'] === after['accessToken'] && before['expiresAt'] === after['expiresAt'];

/** The field of the token, by the field of its end time. */
const ENDS = { expiresAt: 'accessToken', refreshExpiresAt: 'refreshToken' } as const;

/**
 * Merges `after` into `before`, but keeps old values for empty fields: a refresh may return no new refresh
 * token. The end time of a replaced token is not kept.
 */
function keepFilled(before: JsonObject, after: JsonObject): JsonObject {
  if (before === after) return before;
  const replaces = (name: string, value: JsonValue): boolean =>
    isFilled(value) || !isFilled(before[name]) || isEndOfReplacedToken(name, before, after);
  return {
    ...before,
    ...Object.fromEntries(Object.entries(after).filter(([name, value]) => replaces(name, value))),
  };
}

function isEndOfReplacedToken(name: string, before: JsonObject, after: JsonObject): boolean {
  if (name !== 'expiresAt' && name !== 'refreshExpiresAt') return false;
  const token = after[ENDS[name]];
  return isFilled(token) && token !== before[ENDS[name]];
}
