import { createHash, randomBytes } from 'node:crypto';
import { makeSchema } from '@posthorn/event-store/postgres-schema';
import { Client } from 'pg';
import { migrations } from '../../../migrations/index.ts';
import { migrate, openDatabase, type Database } from '../database/database.ts';
import { testServer, type TestPostgresServer } from './test-server.ts';

const TEMPLATE_LOCK = 8725;

/** A migrated database of its own for one spec file, on the server that all specs share. `close` drops it. */
export async function openTestDatabase({ migrated = true } = {}): Promise<Database> {
  const server = await testServer();
  const name = `spec_${randomBytes(6).toString('hex')}`;
  await onServer(server, async (client) => {
    // Files are copied as they are: half the work of writing each page to the log, which nobody here replays.
    const template = migrated ? ` template ${await templateOf(client, server)} strategy file_copy` : '';
    await client.query(`create database ${name} owner posthorn${template}`);
  });
  const database = openDatabase(at(server.url, name), { poolSize: 12 });
  const close = async () => {
    await database.close();
    await onServer(server, (client) => client.query(`drop database if exists ${name} with (force)`));
  };
  return { ...database, close };
}

/** Migrated once for each set of migrations, then copied: a fresh database costs about 50 ms. */
async function templateOf(client: Client, server: TestPostgresServer): Promise<string> {
  const sources = migrations.map((migration) => `${migration.name} ${migration.class.toString()}`).join('\n');
  const name = `template_${createHash('sha256').update(sources).digest('hex').slice(0, 12)}`;
  await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) {
      await client.query(`drop database if exists ${name}_making with (force)`);
      await client.query(`create database ${name}_making owner posthorn`);
      await fill(at(server.url, `${name}_making`));
      await client.query(`alter database ${name}_making rename to ${name}`);
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  }
  return name;
}

async function fill(url: string): Promise<void> {
  const database = openDatabase(url, { poolSize: 2 });
  try {
    await migrate(database);
    await makeSchema(database.pool);
  } finally {
    await database.close();
  }
}

async function onServer<Result>(
  { makerUrl }: TestPostgresServer,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: makerUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const at = (server: string, name: string): string =>
  Object.assign(new URL(server), { pathname: `/${name}` }).toString();
