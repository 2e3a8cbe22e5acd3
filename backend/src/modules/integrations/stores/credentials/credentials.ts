import { setTimeout as pause } from 'node:timers/promises';
import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { Pool } from 'pg';
import { batched } from '@posthorn/batching';
import type { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { isDatabaseDown } from '#infrastructure/database/database-down.ts';
import { outsideTransaction } from '#infrastructure/database/transaction.ts';
import { KeyIsMissing, type KeyRing, type EncryptedSecret } from '#infrastructure/vault/key-ring.ts';
import type { EncryptedTable } from '#infrastructure/vault/encrypted-tables.ts';
import { CredentialLeases, LEASE_TIMES, within, type CredentialLease } from './credential-leases.ts';
import { renewalTime } from './renewal-time.ts';

/** No credentials exist: the account was disconnected, or its connection never finished. */
export class CredentialsAreMissing extends Error {
  override readonly name: string = 'CredentialsAreMissing';
}

/** The row cannot be decrypted: it is damaged, or another account's. It counts as missing; a new login replaces it. */
export class CredentialsAreDamaged extends CredentialsAreMissing {
  override readonly name = 'CredentialsAreDamaged';
}

const STORE_AGAIN_MS = 200;
/** Authenticated with the secret: a row copied to another account does not open there. */
const contextOf = (accountId: number | string): string => `account:${String(accountId)}:credentials`;

export const CREDENTIALS: EncryptedTable = {
  name: 'integrations.credential',
  key: { column: 'account_id', type: 'bigint' },
  contextOf: ({ account_id = '' }) => contextOf(account_id),
};

/** The encrypted credentials for the platforms, one row an account. No event, log or answer ever contains them. */
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

  /** Stores the credentials of a new connection. Fields that it leaves empty keep their value: some consents come without a refresh token. */
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
   * Changes the credentials of one account, one caller at a time over all processes: a one-time refresh token must be used once. A waiting
   * caller then gets the stored result. A field that `work` leaves empty keeps its value. No transaction or connection stays open while
   * `work` asks a platform.
   * @throws CredentialsAreMissing; RenewalHangs when `work` takes too long, whose late answer is still stored
   */
  async withCredentials(
    accountId: number,
    work: (current: JsonObject) => Promise<JsonObject>,
  ): Promise<JsonObject> {
    const lease = await this.#leases.take(accountId);
    if (!lease) throw missing(accountId);
    return within(this.#leases.times.work, this.#change(accountId, lease, work));
  }

  /** Waits for a renewal that is under way. The stored credentials are then the newest. */
  async settled(accountId: number): Promise<void> {
    const lease = await this.#leases.take(accountId);
    if (lease) await this.#endLease(accountId, lease);
  }

  /** For a caller that has taken the row out of the vault. Null: its key is no longer known. */
  opened(accountId: number, encrypted: EncryptedSecret): JsonObject | null {
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
      // Our lease expired and another renewal has started. The platform's refusal of the earlier tokens no longer matters.
      const newer = await this.#storedAfter(accountId, lease).catch(() => null);
      if (newer) return newer;
      throw error;
    } finally {
      await this.#endLease(accountId, lease);
    }
    return this.read(accountId);
  }

  /** False: a row exists already. */
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
   * Overwrites only the version that the lease saw. The platform may have revoked the earlier tokens already. So it retries while the
   * database is unavailable, as long as the lease lasts. False: another version is stored, or none.
   * @param timed whose end says when the next renewal is due; null: as it is, because no token is new
   */
  async #store(
    accountId: number,
    lease: CredentialLease,
    secret: JsonObject,
    timed: JsonObject | null = secret,
  ): Promise<boolean> {
    const { kid, wrapped, box } = this.#lock(accountId, secret);
    for (const begun = performance.now(); ;) {
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
        const { lease: most, work } = this.#leases.times;
        if (!isDatabaseDown(error) || performance.now() - begun > most - work) throw error;
        await pause(STORE_AGAIN_MS);
      }
    }
  }

  /** Null: the stored version is the one that the lease saw, or none. */
  async #storedAfter(accountId: number, { version }: CredentialLease): Promise<JsonObject | null> {
    const { rows } = await this.pool.query<EncryptedSecret>(
      'select kid, wrapped, box from integrations.credential where account_id = $1 and version <> $2',
      [accountId, version],
    );
    return rows[0] ? this.#open(accountId, rows[0]) : null;
  }

  /** A lease that cannot be ended now expires by itself. */
  async #endLease(accountId: number, lease: CredentialLease): Promise<void> {
    await this.#leases.end(accountId, lease).catch(() => undefined);
  }

  #lock(accountId: number, secret: JsonObject): EncryptedSecret {
    return this.ring.lock(JSON.stringify(secret), contextOf(accountId));
  }

  #open(accountId: number, encrypted: EncryptedSecret | undefined): JsonObject {
    if (!encrypted) throw missing(accountId);
    try {
      return JSON.parse(this.ring.open(encrypted, contextOf(accountId))) as JsonObject;
    } catch (error) {
      // The operator must fix this, and another process may have the key. So no account needs a new login.
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

const missing = (accountId: number) =>
  new CredentialsAreMissing(`No credentials for account ${String(accountId)}.`);

const isFilled = (value: JsonValue | undefined): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

const hasSameTokens = (before: JsonObject, after: JsonObject): boolean =>
  before['accessToken'] === after['accessToken'] && before['expiresAt'] === after['expiresAt'];

/** Maps each end time to its token. */
const ENDS = { expiresAt: 'accessToken', refreshExpiresAt: 'refreshToken' } as const;

/** A refresh without a new refresh token must keep the old one. But an end time must not outlive its token. */
function keepFilled(before: JsonObject, after: JsonObject): JsonObject {
  if (before === after) return before;
  const replaces = (name: string, value: JsonValue): boolean =>
    isFilled(value) || !isFilled(before[name]) || isEndOfAnother(name, before, after);
  return {
    ...before,
    ...Object.fromEntries(Object.entries(after).filter(([name, value]) => replaces(name, value))),
  };
}

function isEndOfAnother(name: string, before: JsonObject, after: JsonObject): boolean {
  if (name !== 'expiresAt' && name !== 'refreshExpiresAt') return false;
  const token = after[ENDS[name]];
  return isFilled(token) && token !== before[ENDS[name]];
}
