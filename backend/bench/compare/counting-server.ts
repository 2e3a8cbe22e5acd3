import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import { clusterFolder } from '#infrastructure/database/embedded/cluster-folder.ts';
import { productUrl, serverUrl } from '#infrastructure/database/embedded/database-roles.ts';
import { launchServer, stopServer } from '#infrastructure/database/embedded/server-process.ts';
import { serverUser } from '#infrastructure/database/embedded/server-user.ts';
import { killOnExit } from './kill-on-exit.ts';

const SETTINGS = {
  // The server never waits for the disk, so that the disk does not influence the comparison.
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '200',
  shared_preload_libraries: 'pg_stat_statements',
  // The extension counts statements with lists of different lengths separately, and drops counts beyond this number.
  'pg_stat_statements.max': '20000',
};

/**
 * Counts until now: `statements` of one database, and `transactionIds` of the whole server. Each transaction that writes or locks rows uses
 * one id, whether or not it commits. Each savepoint that writes uses one more.
 */
export type Counts = Readonly<{ statements: number; transactionIds: number }>;

/** `calls`: how often each statement was sent until now, by its text. */
export type CountingDatabase = Readonly<{
  counts: () => Promise<Counts>;
  calls: () => Promise<ReadonlyMap<string, number>>;
}>;

/** A PostgreSQL server that counts the statements of all builds in the same way. The builds need no code for this. */
export class CountingServer {
  private constructor(
    private readonly admin: Client,
    private readonly urlOf: (database: string) => string,
    private readonly end: () => Promise<void>,
  ) {}

  /** @param dataDir must allow access for every user, because the server may run as another user */
  static async open(dataDir: string): Promise<CountingServer> {
    const user = serverUser();
    const folder = clusterFolder(join(dataDir, 'counted'), user);
    const { port, pid } = await launchServer(folder, user, { settings: SETTINGS });
    // The server is detached, so Ctrl-C does not reach it.
    const cancelKill = killOnExit(pid, 'SIGINT');
    const stop = async () => {
      await stopServer(pid, folder, user);
      cancelKill();
    };
    const admin = new Client({ connectionString: serverUrl(folder, port) });
    try {
      await admin.connect();
      await admin.query('create extension pg_stat_statements');
    } catch (error) {
      await stop();
      throw error;
    }
    return new CountingServer(admin, (database) => productUrl(folder, port, database), stop);
  }

  /** Creates an empty database for one product. */
  async database(): Promise<CountingDatabase & Readonly<{ url: string; drop: () => Promise<void> }>> {
    const name = `bench_${randomBytes(6).toString('hex')}`;
    await this.admin.query(`create database ${name} owner posthorn`);
    return {
      url: this.urlOf(name),
      counts: () => this.#counts(name),
      calls: () => this.#calls(name),
      drop: async () => {
        await this.admin.query(`drop database ${name} with (force)`);
      },
    };
  }

  async close(): Promise<void> {
    await this.admin.end();
    await this.end();
  }

  async #counts(database: string): Promise<Counts> {
    // `pg_snapshot_xmax` is the next transaction id. https://www.postgresql.org/docs/18/transaction-id.html
    const { rows } = await this.admin.query<Counts>(
      `select coalesce(sum(calls), 0)::float8 as statements,
         pg_snapshot_xmax(pg_current_snapshot())::text::float8 as "transactionIds"
       from pg_stat_statements s join pg_database d on d.oid = s.dbid where datname = $1`,
      [database],
    );
    return rows[0] ?? { statements: NaN, transactionIds: NaN };
  }

  async #calls(database: string): Promise<ReadonlyMap<string, number>> {
    const { rows } = await this.admin.query<{ text: string; calls: number }>(
      `select query as text, sum(calls)::float8 as calls
       from pg_stat_statements s join pg_database d on d.oid = s.dbid where datname = $1 group by query`,
      [database],
    );
    return new Map(rows.map(({ text, calls }) => [text, calls]));
  }
}
