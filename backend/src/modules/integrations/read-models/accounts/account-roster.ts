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

/** The account of a row, and since when it has a place in the plan; null: it has none. */
export type PlanPlace = Readonly<{ accountId: number; heldSince: string | null }>;

/** A connection that started this long ago without ending was interrupted by a crash. */
const UNFINISHED = '5 minutes';
const UNFINISHED_MOST = 100;

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
      // After a restore the sequence may hand out an id that the log already knows as another account.
      const next = await this.pool.query<{ account_id: string }>(
        `update integrations.account_key set account_id = nextval('integrations.account_id')
         where ${where} and account_id = $4 returning account_id`,
        [...keys, id],
      );
      id = Number(next.rows[0]?.account_id ?? (await this.idOf(key)));
    }
  }

  /** Null: this user never connected it. Unlike `idOf` it writes nothing. */
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

  /** Every account that the user ever connected. */
  async idsOf(ownerId: string): Promise<readonly number[]> {
    const { rows } = await this.pool.query<{ id: number }>(
      'select account_id::float8 as id from integrations.account_key where owner_id = $1 order by 1',
      [ownerId],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Restores the row of an account in the log and, while it is connected, its place in the plan. They are missing only after the database
   * was restored to an earlier time.
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
    // Draws each number of the gap, so that the sequence never gives one of them out again.
    if (rowCount === 1)
      await this.pool.query(
        `select max(nextval('integrations.account_id'))
         from generate_series((select last_value from integrations.account_id), $1::bigint)`,
        [accountId],
      );
    // A later disconnect is processed after this and frees the place.
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
   * Takes a place for the account. An account with a place keeps it, even in a smaller plan. A lock serialises competitors for the last
   * place. Until `settle` gets the returned value, the account counts as being connected.
   * @throws AccountLimitReached
   */
  async takePlace(ownerId: string, accountId: number, max: number): Promise<string> {
    const intake = randomUUID();
    if (await this.#take(ownerId, accountId, { max, intake })) return intake;
    await this.#releaseUnfinished(ownerId);
    if (!(await this.#take(ownerId, accountId, { max, intake }))) throw new AccountLimitReached();
    return intake;
  }

  /** Stores the id by which the platform's webhooks name the account, where it differs from the account's known id. */
  async rememberKnownAs(accountId: number, knownAs: string): Promise<void> {
    await this.pool.query('update integrations.account_key set told_as = $2 where account_id = $1', [
      accountId,
      knownAs,
    ]);
  }

  /** Ends the connection attempt. A later attempt continues. */
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

  /** Null: the account has no row. Read it before the account's events: `leave` compares. */
  async placeOf(accountId: number): Promise<PlanPlace | null> {
    const { rows } = await this.pool.query<{ held: string | null }>(
      'select held_since::text as held from integrations.account_key where account_id = $1',
      [accountId],
    );
    return rows[0] ? { accountId, heldSince: rows[0].held } : null;
  }

  /**
   * Frees the place and deletes the credentials, in one statement. Null when a connection has started since `place` was read, or is under
   * way: it owns both.
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

  /** Connections that a crash interrupted. Those with an event are settled; returns the others. */
  async unfinished(): Promise<readonly number[]> {
    const { rows } = await this.pool.query<{ account_id: string; intake: string }>(
      `select account_id, intake from integrations.account_key
       where intake is not null and held_since < now() - interval '${UNFINISHED}' limit ${String(UNFINISHED_MOST)}`,
    );
    const left: number[] = [];
    for (const { account_id, intake } of rows) {
      const { state } = await this.reader.load(accountStream, account_id);
      if (state.status === 'new' || state.status === 'disconnected') left.push(Number(account_id));
      else await this.settle(Number(account_id), intake);
    }
    return left;
  }
}
