import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { KeyIsMissing, KeyRing, type Sealed } from '#infrastructure/vault/key-ring.ts';
import { renewalTime } from './renewal-time.ts';

/** There is nothing to sign in with: the account was disconnected, or never finished connecting. */
export class CredentialsAreMissing extends Error {
  override readonly name: string = 'CredentialsAreMissing';
}

/** There is a row, and nobody can open it any more: damaged, or another account's. As good as none; a new login replaces it. */
export class CredentialsAreDamaged extends CredentialsAreMissing {
  override readonly name = 'CredentialsAreDamaged';
}

/** Credentials that are to be renewed. `mark` tells later whether they are still those. */
export type Due = Readonly<{ accountId: number; mark: string }>;

const BATCH = 200;
/** Authenticated with the secret: a row copied to another account does not open there. */
const contextOf = (accountId: number | string): string => `account:${String(accountId)}:credentials`;

/** What we sign in with on the platforms, locked. One row an account; no event, log or answer ever holds any of it. */
@Injectable()
export class Credentials {
  constructor(
    private readonly pool: Pool,
    private readonly ring: KeyRing,
  ) {}

  /** Of a new connection. What an earlier one has and this one leaves empty stays: some consents come without a refresh token. */
  async merge(accountId: number, secret: JsonObject): Promise<void> {
    await this.#inTransaction(async (client) => {
      const { rows } = await client.query<Sealed>(
        'select kid, wrapped, box from integrations.credential where account_id = $1 for update',
        [accountId],
      );
      const before = rows[0] ? this.#openOrNothing(accountId, rows[0]) : {};
      await write(client, accountId, this.#lock(accountId, keepFilled(before, secret)), secret);
    });
  }

  /** @throws CredentialsAreMissing */
  async read(accountId: number): Promise<JsonObject> {
    const { rows } = await this.pool.query<Sealed>(
      'select kid, wrapped, box from integrations.credential where account_id = $1',
      [accountId],
    );
    return this.#open(accountId, rows[0]);
  }

  /**
   * Changes the credentials of one account with nobody else at them, in any process: a refresh token that works once
   * must be used once. What `work` answers is saved in the transaction that holds the lock; a field that it leaves empty
   * keeps its value.
   * @throws CredentialsAreMissing
   */
  async withCredentials(
    accountId: number,
    work: (current: JsonObject) => Promise<JsonObject>,
  ): Promise<JsonObject> {
    return this.#inTransaction(async (client) => {
      const { rows } = await client.query<Sealed>(
        'select kid, wrapped, box from integrations.credential where account_id = $1 for update',
        [accountId],
      );
      const current = this.#open(accountId, rows[0]);
      const changed = keepFilled(current, await work(current));
      if (changed !== current) await write(client, accountId, this.#lock(accountId, changed), changed);
      return changed;
    });
  }

  /**
   * Accounts whose tokens are to be renewed now; each is handed to one process. One that is not renewed comes again after
   * `laterMs`.
   */
  async takeDue(most: number, laterMs: number): Promise<Due[]> {
    const { rows } = await this.pool.query<{ account_id: string; mark: string }>(
      `update integrations.credential set renew_at = now() + $2 * interval '1 millisecond' where account_id in (
         select account_id from integrations.credential where renew_at <= now()
         order by renew_at limit $1 for update skip locked) returning account_id, renew_at::text as mark`,
      [most, laterMs],
    );
    return rows.map(({ account_id, mark }) => ({ accountId: Number(account_id), mark }));
  }

  /** Nothing more is to be renewed until the tokens change; those that have changed since keep their time. */
  async letBe({ accountId, mark }: Due): Promise<void> {
    await this.pool.query(
      'update integrations.credential set renew_at = null where account_id = $1 and renew_at::text = $2',
      [accountId, mark],
    );
  }

  /** For whoever has taken the row out of the vault. Null: its key is not known any more. */
  opened(accountId: number, sealed: Sealed): JsonObject | null {
    try {
      return this.#open(accountId, sealed);
    } catch {
      return null;
    }
  }

  /** Puts every row under the newest key of the ring; the secrets themselves are not touched. Answers how many. */
  async rewrapAll(): Promise<number> {
    for (let total = 0; ;) {
      const moved = await this.#inTransaction((client) => this.#rewrapBatch(client));
      total += moved;
      if (moved === 0) return total;
    }
  }

  async #rewrapBatch(client: PoolClient): Promise<number> {
    const { rows } = await client.query<Sealed & { account_id: string }>(
      `select account_id, kid, wrapped, box from integrations.credential where kid <> $1
       order by account_id limit $2 for update`,
      [this.ring.currentKeyId, BATCH],
    );
    const moved = rows.map((row) => this.ring.rewrap(row, contextOf(row.account_id)));
    await client.query(
      `update integrations.credential c set kid = $1, wrapped = n.wrapped
       from unnest($2::bigint[], $3::bytea[]) as n(account_id, wrapped) where c.account_id = n.account_id`,
      [this.ring.currentKeyId, rows.map((row) => row.account_id), moved.map(({ wrapped }) => wrapped)],
    );
    return rows.length;
  }

  #lock(accountId: number, secret: JsonObject): Sealed {
    return this.ring.lock(JSON.stringify(secret), contextOf(accountId));
  }

  #open(accountId: number, sealed: Sealed | undefined): JsonObject {
    if (!sealed) throw new CredentialsAreMissing(`No credentials for account ${String(accountId)}.`);
    try {
      return JSON.parse(this.ring.open(sealed, contextOf(accountId))) as JsonObject;
    } catch (error) {
      // The operator's to put right, and another process may have it: no account is to be connected again for that.
      if (error instanceof KeyIsMissing) throw error;
      throw new CredentialsAreDamaged(`The credentials of account ${String(accountId)} do not open.`);
    }
  }

  #openOrNothing(accountId: number, sealed: Sealed): JsonObject {
    try {
      return this.#open(accountId, sealed);
    } catch (error) {
      if (error instanceof CredentialsAreDamaged) return {};
      throw error;
    }
  }

  async #inTransaction<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.pool.connect();
    let broken = false;
    try {
      await client.query('begin');
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (error) {
      // A connection that cannot even roll back must not go back into the pool.
      await client.query('rollback').catch(() => (broken = true));
      throw error;
    } finally {
      client.release(broken);
    }
  }
}

async function write(
  client: PoolClient,
  accountId: number,
  { kid, wrapped, box }: Sealed,
  secret: JsonObject,
): Promise<void> {
  await client.query(
    `insert into integrations.credential (account_id, kid, wrapped, box, renew_at) values ($1, $2, $3, $4, $5)
     on conflict (account_id) do update
     set kid = excluded.kid, wrapped = excluded.wrapped, box = excluded.box, renew_at = excluded.renew_at,
       changed_at = now()`,
    [accountId, kid, wrapped, box, renewalTime(secret, new Date())],
  );
}

const isFilled = (value: JsonValue | undefined): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

/** Which field says when which one ends. */
const ENDS = { expiresAt: 'accessToken', refreshExpiresAt: 'refreshToken' } as const;

/** A refresh that answers no new refresh token must not wipe the old one out; but no time outlives the token it belongs to. */
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
