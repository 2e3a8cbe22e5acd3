import type { MikroORM } from '@mikro-orm/postgresql';
import { Logger } from '@nestjs/common';
import { Client, type PoolClient } from 'pg';
import { OneLineError } from '#infrastructure/config/one-line-error.ts';
import { PostgresChannel, type DatabaseChannel } from './database-channel.ts';
import { noteSameTables } from './earlier-migrations.ts';
import { migrations } from './migrations.ts';
import { oneConnection, openOrm, statementsOn } from './orm.ts';
import { sessionWithTimeouts, session } from './session.ts';
import { isInTransaction, TransactionIsOpen } from './transaction.ts';
import { FairPool, type Connected } from './fair-pool.ts';

/** Any number that no other advisory lock of the product uses. */
const MIGRATION_LOCK = 8728;
const OLDEST_SERVER = 140_000;

export type Database = Readonly<{
  url: string;
  pool: OneAtATimePool;
  orm: MikroORM;
  channel: DatabaseChannel;
  close(): Promise<void>;
}>;

/** Connections of a burst close soon after it, since each session costs the server 3 MB. Three stay open for steady work. */
const IDLE = { min: 3, idleTimeoutMillis: 5_000 } as const;

/** Connects lazily: sends nothing before the first query. `pg` returns bigint and numeric columns as strings. */
export function openDatabase(url: string, { poolSize = 7 } = {}): Database {
  const logger = new Logger('database');
  const pool = new OneAtATimePool({ ...sessionWithTimeouts(url), max: poolSize, ...IDLE });
  // An idle connection broke: the next query gets a new one.
  let closing = false;
  pool.on('error', ({ message }) => {
    if (!closing)
      logger.warn(`An idle database connection was lost; the next statement opens a new one: ${message}`);
  });
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  const orm = openOrm(url, statementsOn(pool));
  const channel = new PostgresChannel(url, pool);
  const close = async () => {
    closing = true;
    await channel.close();
    await orm.close(true);
    await pool.end();
  };
  return { url, pool, orm, channel, close };
}

/**
 * @param o.durable the event log is in this database, so its settings must not risk confirmed writes
 * @returns the URL of the database, without credentials
 * @throws OneLineError when the database cannot be reached or used
 */
export async function checkDatabase(url: string, { durable = false } = {}): Promise<string> {
  const client = new Client(session(url, 'check'));
  const where = `${client.host}:${String(client.port)}/${client.database ?? ''}`;
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ fsync: string; pages: string; version: number }>(
      `select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
        current_setting('server_version_num')::int as version`,
    );
    const { version = 0, fsync, pages } = rows[0] ?? {};
    if (version < OLDEST_SERVER) throw new Error('PostgreSQL 14 or newer is needed');
    if (durable && (fsync === 'off' || pages === 'off')) {
      throw new Error('fsync and full_page_writes must be on, because the event log is in it');
    }
    return where;
  } catch (error) {
    const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
    const reason = first instanceof Error ? first.message : 'no answer';
    throw new OneLineError(`DATABASE_URL: cannot use the database at ${where} (${reason}).`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Runs the migrations. One process at a time runs them; the others wait and then find no migration left. The lock and the migrations share a connection outside the
 * pool: a migration may take longer than the pool's statement limit.
 * @throws OneLineError for incomplete tables of an earlier release
 */
export async function migrate({ url }: Pick<Database, 'url'>): Promise<readonly string[]> {
  const client = new Client(session(url, 'migrations'));
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await isMigrated(client)) ? [] : await migrateAlone(client, url);
  } finally {
    await client.end();
  }
}

/** A migration is recorded in its own transaction, so this check needs no lock. At nearly every start all migrations are recorded. */
async function isMigrated(client: Client): Promise<boolean> {
  const { rows: tables } = await client.query(`select where to_regclass('public.migration') is not null`);
  if (tables.length === 0) return false;
  const { rows } = await client.query<{ name: string }>('select name from public.migration');
  const done = new Set(rows.map(({ name }) => name));
  return migrations.every(({ name }) => done.has(name));
}

async function migrateAlone(client: Client, url: string): Promise<readonly string[]> {
  const orm = openOrm(url, oneConnection(client));
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await noteSameTables(client);
    return (await orm.migrator.up()).map(({ name }) => name);
  } finally {
    await orm.close(true);
  }
}

/** Refuses a second connection inside a transaction. With all connections in use, each caller would wait for another. */
class OneAtATimePool extends FairPool {
  /** @throws TransactionIsOpen */
  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | undefined {
    const bug = isInTransaction() ? new TransactionIsOpen('a second connection') : undefined;
    if (!callback) return bug ? Promise.reject(bug) : super.connect();
    if (bug) callback(bug, undefined, () => undefined);
    else super.connect(callback);
    return undefined;
  }
}
