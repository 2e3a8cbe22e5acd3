import { randomUUID } from 'node:crypto';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { inTransaction } from '#infrastructure/database/transaction.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { ERASED } from '#infrastructure/event-log/personal-field.ts';
import type { EncryptedSecret } from '#infrastructure/vault/key-ring.ts';
import { accountStream } from '../../domain/account/account.ts';
import { AccountLimitReached } from '../../domain/integrations.errors.ts';

export type RemoteKey = Readonly<{ ownerId: string; platform: Platform; remoteId: string }>;

/** An account, and since when it uses a place in its owner's plan. `heldSince` null: it uses no place. */
export type PlanPlace = Readonly<{ accountId: number; heldSince: string | null }>;

/** A connection that has not ended after this time was interrupted by a crash. */
const UNFINISHED = '5 minutes';
const UNFINISHED_MAX = 100;

/** One row for each account that a user ever connected. Concurrent requests for the same account get the same id. */
@Injectable()
export class AccountRoster {
  constructor(
    private readonly pool: Pool,
    private readonly reader: EventReader,
  ) {}

  async idOf(key: RemoteKey): Promise<number> {
    const keys = [key.ownerId, key.platform, key.remoteId];
    await this.pool.query(
      'insert into integrations.account_key (owner_id, platform, remote_id) values ($1, $2, $3) on conflict (owner_id, platform, remote_id) do nothing',
      keys,
    );
    const where = 'owner_id = $1 and platform = $2 and remote_id = $3';
    const { rows } = await this.pool.query<{ account_id: string }>(
      `select account_id from integrations.account_key where ${where}`,
      keys,
    );
    for (let id = Number(rows[0]?.account_id); ;) {
      if (await this.#isOurs(id, key)) return id;
      // After a restore of the database, the sequence may return an id that belongs to another account in the
      // log.
      const next = await this.pool.query<{ account_id: string }>(
        `update integrations.account_key set account_id = nextval('integrations.account_id')
         where ${where} and account_id = $4 returning account_id`,
        [...keys, id],
      );
      id = Number(next.rows[0]?.account_id ?? (await this.idOf(key)));
    }
  }

  /**
   * The id of the user's account. Null: this user never connected the account. Unlike `idOf`, this writes
   * nothing.
   */
  async knownIdOf({ ownerId, platform, remoteId }: RemoteKey): Promise<number | null> {
    const { rows } = await this.pool.query<{ account_id: string }>(
      `select account_id from integrations.account_key
       where owner_id = $1 and platform = $2 and remote_id = $3`,
      [ownerId, platform, remoteId],
    );
    return rows[0] ? Number(rows[0].account_id) : null;
  }

  /** Whether any user has this account of a platform connected now. */
  async isHeld(platform: Platform, remoteId: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `select from integrations.account_key where platform = $1 and remote_id = $2 and held_since is not null limit 1`,
      [platform, remoteId],
    );
    return rowCount !== 0;
  }

  /** The ids of all accounts that the user ever connected. */
  async idsOf(ownerId: string): Promise<readonly number[]> {
    const { rows } = await this.pool.query<{ id: number }>(
      'select account_id::float8 as id from integrations.account_key where owner_id = $1 order by 1',
      [ownerId],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Restores the row of an account in the log and, while it is connected, its place in the plan. Both are
   * missing only after a restore of the database.
   */
  async restore(accountId: number): Promise<void> {
    const { state } = await this.reader.load(accountStream, accountId);
    if (state.status === 'new' || state.connection.remoteId === ERASED) return;
    const { ownerId, platform, remoteId } = state.connection;
    const { rowCount } = await this.pool.query(
      `insert into integrations.account_key (account_id, owner_id, platform, remote_id) values ($1, $2, $3, $4)
       on conflict do nothing`,
      [accountId, ownerId, platform, remoteId],
    );
    // Advances the sequence past the restored id, so that it never returns this id again.
    if (rowCount === 1)
      await this.pool.query(
        `select max(nextval('integrations.account_id'))
         from generate_series((select last_value from integrations.account_id), $1::bigint)`,
        [accountId],
      );
    // If a later event disconnects the account, its cleanup frees the place again.
    if (state.status !== 'disconnected')
      await this.pool.query(
        `update integrations.account_key set held_since = clock_timestamp()
         where account_id = $1 and held_since is null and owner_id = $2`,
        [accountId, ownerId],
      );
  }

  async #isOurs(accountId: number, { ownerId, platform, remoteId }: RemoteKey): Promise<boolean> {
    const { state } = await this.reader.load(accountStream, accountId);
    if (state.status === 'new') return true;
    const { connection } = state;
    return (
      connection.ownerId === ownerId && connection.platform === platform && connection.remoteId === remoteId
    );
  }

  /**
   * Takes a place in the plan for the account. An account that already has a place keeps it, even in a
   * smaller plan. A lock serializes concurrent requests for the last place. The connection counts as
   * unfinished until `settle` gets the returned value.
   * @throws AccountLimitReached
   */
  async takePlace(ownerId: string, accountId: number, max: number): Promise<string> {
    const intake = randomUUID();
    if (await this.#take(ownerId, accountId, { max, intake })) return intake;
    await this.#releaseUnfinished(ownerId);
    if (!(await this.#take(ownerId, accountId, { max, intake }))) throw new AccountLimitReached();
    return intake;
  }

  /** Stores the account's id in webhooks of the platform, if this id differs from `remoteId`. */
  async rememberKnownAs(accountId: number, knownAs: string): Promise<void> {
    await this.pool.query('update integrations.account_key set told_as = $2 where account_id = $1', [
      accountId,
      knownAs,
    ]);
  }

  /** Marks this connection attempt as finished. Does nothing if a later attempt has started. */
  async settle(accountId: number, intake: string): Promise<void> {
    await this.pool.query(
      'update integrations.account_key set intake = null where account_id = $1 and intake = $2',
      [accountId, intake],
    );
  }

  async #take(
    ownerId: string,
    accountId: number,
    { max, intake }: Readonly<{ max: number; intake: string }>,
  ): Promise<boolean> {
    return inTransaction(this.pool, async (tx) => {
      await tx.query("select pg_advisory_xact_lock(hashtextextended('integrations.hold:' || $1, 0))", [
        ownerId,
      ]);
      const { rows } = await tx.query<{ others: number; own: boolean | null }>(
        `select (count(*) filter (where account_id <> $2))::int as others, bool_or(account_id = $2) as own
         from integrations.account_key where owner_id = $1 and held_since is not null`,
        [ownerId, accountId],
      );
      const isFree = rows[0]?.own === true || (rows[0]?.others ?? 0) < max;
      if (isFree) {
        await tx.query(
          `update integrations.account_key
           set held_since = clock_timestamp(), intake = $2, limits_due = now() + interval '24 hours'
           where account_id = $1`,
          [accountId, intake],
        );
      }
      return isFree;
    });
  }

  async #releaseUnfinished(ownerId: string): Promise<void> {
    const { rows } = await this.pool.query<{ account_id: string; held: string }>(
      `select account_id, held_since::text as held from integrations.account_key
       where owner_id = $1 and held_since < now() - interval '${UNFINISHED}'`,
      [ownerId],
    );
    for (const { account_id, held } of rows) {
      const { state } = await this.reader.load(accountStream, account_id);
      if (state.status === 'new' || state.status === 'disconnected')
        await this.leave({ accountId: Number(account_id), heldSince: held });
    }
  }

  /**
   * The account's place; null: the account has no row. Read the place before the account's events, because
   * `leave` compares it with the row.
   */
  async placeOf(accountId: number): Promise<PlanPlace | null> {
    const { rows } = await this.pool.query<{ held: string | null }>(
      'select held_since::text as held from integrations.account_key where account_id = $1',
      [accountId],
    );
    return rows[0] ? { accountId, heldSince: rows[0].held } : null;
  }

  /**
   * Frees the place and deletes the credentials, in one statement. Null: a new connection has taken the
   * place, or is just being made. In both cases, nothing changes.
   */
  async leave({
    accountId,
    heldSince,
  }: PlanPlace): Promise<Readonly<{ encrypted: EncryptedSecret | null }> | null> {
    const { rows } = await this.pool.query<Partial<EncryptedSecret>>(
      `with gone as (
         update integrations.account_key set held_since = null, intake = null, told_as = null
         where account_id = $1 and held_since::text is not distinct from $2
           and (intake is null or held_since < now() - interval '${UNFINISHED}')
         returning account_id),
       secret as (
         delete from integrations.credential c using gone where c.account_id = gone.account_id
         returning c.kid, c.wrapped, c.box)
       select kid, wrapped, box from gone left join secret on true`,
      [accountId, heldSince],
    );
    const [row] = rows;
    if (!row) return null;
    const { kid, wrapped, box } = row;
    return { encrypted: kid && wrapped && box ? { kid, wrapped, box } : null };
  }

  /**
   * Finds connections that a crash interrupted. Settles those whose event was recorded, and returns the ids
   * of the other accounts.
   */
  async unfinished(): Promise<readonly number[]> {
    const { rows } = await this.pool.query<{ account_id: string; intake: string }>(
      `select account_id, intake from integrations.account_key
       where intake is not null and held_since < now() - interval '${UNFINISHED}' limit ${String(UNFINISHED_MAX)}`,
    );
    const unfinishedIds: number[] = [];
    for (const { account_id, intake } of rows) {
      const { state } = await this.reader.load(accountStream, account_id);
      if (state.status === 'new' || state.status === 'disconnected') unfinishedIds.push(Number(account_id));
      else await this.settle(Number(account_id), intake);
    }
    return unfinishedIds;
  }
}
