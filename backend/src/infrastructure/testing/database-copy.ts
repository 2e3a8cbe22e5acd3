import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, Pool } from 'pg';
import { repositoryRoot } from '#infrastructure/config/repository-root.ts';
import { testServer, type TestPostgresServer } from './test-server.ts';

const TEMPLATE_LOCK = 8725;

export type DatabaseCopy = Readonly<{
  /** The URL for the role of specs and products. */
  url: string;
  /** The URL for the server’s superuser. */
  serverUrl: string;
  drop(): Promise<void>;
}>;

/** The content of a migrated database, written once for many copies. Other content needs another `name`. */
export type Template = Readonly<{ name: string; fill: (url: string) => Promise<void> }>;

type CopyOptions = Readonly<{
  /** False: an empty database. */
  migrated?: boolean;
  filledBy?: Template | undefined;
}>;

/** A separate database on the server that all specs share, in about 50 ms. */
export async function copyDatabase({ migrated = true, filledBy }: CopyOptions = {}): Promise<DatabaseCopy> {
  const server = await testServer();
  const name = `spec_${randomBytes(6).toString('hex')}`;
  // This connection stays open. Without connections, the server ends after half a minute, and a product under test may be down for longer.
  const client = new Client({ connectionString: server.makerUrl });
  client.on('error', () => undefined);
  await client.connect();
  const drop = async () => {
    try {
      await client.query(`drop database if exists ${name} with (force)`);
    } finally {
      await client.end();
    }
  };
  try {
    // `file_copy` copies the files. Writing each page to the log would double the work, and no spec replays that log.
    const template = migrated
      ? ` template ${await templateOf(client, server, filledBy)} strategy file_copy`
      : '';
    await client.query(`create database ${name} owner posthorn${template}`);
  } catch (error) {
    await client.end();
    throw error;
  }
  return { url: at(server.url, name), serverUrl: at(server.makerUrl, name), drop };
}

async function templateOf(client: Client, server: TestPostgresServer, extra?: Template): Promise<string> {
  const make = async ({ name, fill }: Template, from = '') => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount !== 0) return;
    await client.query(`drop database if exists ${name}_making with (force)`);
    await client.query(`create database ${name}_making owner posthorn${from}`);
    await fill(at(server.url, `${name}_making`));
    await client.query(`alter database ${name}_making rename to ${name}`);
  };
  const migrated = `template_${digestOfSources()}`;
  const filled = extra && `${migrated}_${extra.name}`;
  await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  try {
    await make({ name: migrated, fill: migrateAll });
    if (extra && filled !== undefined) await make({ ...extra, name: filled }, ` template ${migrated}`);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  }
  return filled ?? migrated;
}

function digestOfSources(): string {
  const root = repositoryRoot();
  const migrations = join(root, 'backend', 'migrations');
  const files = readdirSync(migrations).map((file) => join(migrations, file));
  const digest = createHash('sha256');
  for (const file of [...files.sort(), join(root, 'libs/event-store/src/postgres-schema.ts')])
    digest.update(readFileSync(file));
  return digest.digest('hex').slice(0, 12);
}

async function migrateAll(url: string): Promise<void> {
  const { migrate } = await import('../database/database.ts');
  const { makeSchema } = await import('@posthorn/event-store/postgres-schema');
  await migrate({ url });
  const pool = new Pool({ connectionString: url, max: 2 });
  try {
    await makeSchema(pool);
  } finally {
    await pool.end();
  }
}

const at = (server: string, name: string): string =>
  Object.assign(new URL(server), { pathname: `/${name}` }).toString();
