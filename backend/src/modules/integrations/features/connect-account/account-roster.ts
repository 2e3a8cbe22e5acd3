import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import { accountStream } from '../../domain/account.ts';
import { AccountLimitReached } from './account-limit.error.ts';

export type RemoteKey = Readonly<{ ownerId: string; platform: Platform; remoteId: string }>;

/** A place that was taken this long ago without the account ever being connected was left behind by a crash. */
const UNFINISHED = '5 minutes';

/** One row for each account that a user ever connected: the same account gets the same id, however often two ask at once. */
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

  async #isOurs(accountId: number, { ownerId, remoteId }: RemoteKey): Promise<boolean> {
    const { state } = await this.reader.load(accountStream, accountId);
    if (state.status === 'new') return true;
    return state.connection.ownerId === ownerId && state.connection.remoteId === remoteId;
  }

  /** Takes a place for the account; one that has a place keeps it. Two that race for the last one meet at a lock. @throws AccountLimitReached */
  async hold(ownerId: string, accountId: number, max: number): Promise<void> {
    if (await this.#take(ownerId, accountId, max)) return;
    await this.#releaseUnfinished(ownerId);
    if (!(await this.#take(ownerId, accountId, max))) throw new AccountLimitReached();
  }

  async #take(ownerId: string, accountId: number, max: number): Promise<boolean> {
    const client = await this.pool.connect();
    try {
      await client.query('begin');
      await client.query("select pg_advisory_xact_lock(hashtextextended('integrations.hold:' || $1, 0))", [
        ownerId,
      ]);
      const { rows } = await client.query<{ others: number }>(
        `select count(*)::int as others from integrations.account_key
         where owner_id = $1 and held_since is not null and account_id <> $2`,
        [ownerId, accountId],
      );
      const isFree = (rows[0]?.others ?? 0) < max;
      if (isFree) {
        await client.query(
          `update integrations.account_key set held_since = now(), limits_due = now() + interval '24 hours'
           where account_id = $1`,
          [accountId],
        );
      }
      await client.query('commit');
      return isFree;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  }

  async #releaseUnfinished(ownerId: string): Promise<void> {
    const { rows } = await this.pool.query<{ account_id: string }>(
      `select account_id from integrations.account_key
       where owner_id = $1 and held_since < now() - interval '${UNFINISHED}'`,
      [ownerId],
    );
    for (const { account_id } of rows) {
      const { state } = await this.reader.load(accountStream, account_id);
      if (state.status === 'new' || state.status === 'disconnected') await this.release(Number(account_id));
    }
  }

  async release(accountId: number): Promise<void> {
    await this.pool.query('update integrations.account_key set held_since = null where account_id = $1', [
      accountId,
    ]);
  }
}
