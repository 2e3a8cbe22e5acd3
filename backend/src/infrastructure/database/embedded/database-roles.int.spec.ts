import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client, Pool, type PoolClient } from 'pg';
import { inTransaction } from '../transaction.ts';
import { clusterFolder } from './cluster-folder.ts';
import { transferOwnership, productUrl, serverUrl } from './database-roles.ts';
import { startEmbeddedPostgres, stopLeftover, type EmbeddedPostgres } from './embedded-postgres.ts';
import { serverUser } from './server-user.ts';
import {
  ask,
  EARLIER_DATA,
  earlierCluster,
  earlierData,
  eventually,
  startServerAlone,
  stopServerOf,
  THINGS,
} from './testing/earlier-cluster.ts';
import { MadeOnce } from './testing/made-once.ts';

const user = serverUser();
const WITHOUT_RIGHTS = {
  me: 'posthorn',
  rolsuper: false,
  rolcreatedb: false,
  rolcreaterole: false,
  rolreplication: false,
  rolbypassrls: false,
  database_owner: 'posthorn',
};

let dataDir: string;
const preparedCluster = new MadeOnce(async (folder) => {
  await (await startEmbeddedPostgres({ dataDir: folder })).stop();
});
const servers: EmbeddedPostgres[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'posthorn-roles-'));
  await chmod(dataDir, 0o755);
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  await stopLeftover(dataDir);
  await rm(dataDir, { recursive: true, force: true });
});

afterAll(() => Promise.all([preparedCluster.remove(), EARLIER_DATA.remove()]));

async function startServer(o: Readonly<{ attach?: boolean }> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, ...o });
  servers.push(server);
  return server;
}

const roleOf = (url: string) =>
  ask(
    url,
    `select current_user as me, rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
       (select pg_get_userbyid(datdba) from pg_database where datname = current_database()) as database_owner
     from pg_roles where rolname = current_user`,
  );

/** The owners of all objects in this database that belong neither to the new cluster nor to an extension. */
const owners = (url: string) =>
  ask(
    url,
    `select kind, pg_get_userbyid(owner) as owner, string_agg(name, ' ' order by name collate "C") as names from (
       select 'pg_class' as kind, oid, relowner as owner, relname::text as name, relnamespace as schema from pg_class
       union all select 'pg_proc', oid, proowner, proname, pronamespace from pg_proc
       union all select 'pg_type', oid, typowner, typname, typnamespace from pg_type
       union all select 'pg_namespace', oid, nspowner, nspname, oid from pg_namespace) o
     where oid >= 16384 and schema::regnamespace::text !~ '^pg_'
       and not exists (select from pg_depend d where d.objid = o.oid and deptype = 'e')
     group by 1, 2 order by 1, 2`,
  );

/** Expects that all data exist, and that the product's role, without special rights, owns them. */
async function expectMoved(url: string): Promise<void> {
  expect(await roleOf(url)).toEqual([WITHOUT_RIGHTS]);
  expect((await owners(url)).map(({ kind, owner }) => [kind, owner])).toEqual([
    ['pg_class', 'posthorn'],
    ['pg_namespace', 'posthorn'],
    ['pg_proc', 'posthorn'],
    ['pg_type', 'posthorn'],
  ]);
  expect(await ask(url, 'select position, type from es.events order by 1')).toEqual([
    { position: '1', type: 'PostScheduled' },
    { position: '2', type: 'PlatformPublished' },
  ]);
}

describe('a new cluster', () => {
  it('gives the product a role without special rights, which owns its database', async () => {
    const server = await startServer();
    expect(await roleOf(server.url)).toEqual([WITHOUT_RIGHTS]);
    await ask(server.url, ...THINGS);
    await expect(ask(server.url, 'create role more')).rejects.toThrow('permission denied');
    await expect(ask(server.url, `select pg_read_file('PG_VERSION')`)).rejects.toThrow('permission denied');
    await expect(ask(server.url, `copy es.events to program 'true'`)).rejects.toThrow('permission denied');
  });
  it('keeps the password of the superuser role out of the connection file', async () => {
    const server = await startServer();
    const folder = clusterFolder(dataDir, user);
    const written = await readFile(folder.connectionFile, 'utf8');
    expect(JSON.parse(written)).toEqual({ url: server.url });
    const password = await readFile(join(folder.home, 'server-password'), 'utf8');
    expect(password).not.toBe(folder.password);
    const guessed = Object.assign(new URL(server.url), { username: 'posthorn_server' }).toString();
    await expect(ask(guessed, 'select 1')).rejects.toThrow('password authentication failed');
  });
  it.each([
    ['its role and database', ['drop database posthorn', 'drop role posthorn']],
    ['its database', ['drop database posthorn']],
    ['the right to its database', ['alter database posthorn owner to posthorn_server']],
    ['its current password', [`alter role posthorn password 'another'`]],
  ])('is completed after a start that died before the product had %s', async (_what, commands) => {
    await preparedCluster.copyTo(dataDir);
    const folder = clusterFolder(dataDir, user);
    const port = await startServerAlone(folder);
    await ask(serverUrl(folder, port, 'postgres'), ...commands);
    await stopServerOf(folder);
    expect(await roleOf((await startServer()).url)).toEqual([WITHOUT_RIGHTS]);
  });
  it('does not use the superuser role after the product has its role', async () => {
    await preparedCluster.copyTo(dataDir);
    const file = join(dataDir, 'postgres', 'server-password');
    await rm(file);
    const again = await startServer();
    expect(await roleOf(again.url)).toEqual([WITHOUT_RIGHTS]);
    expect(existsSync(file)).toBe(false);
  });
});

describe('a cluster of an earlier release', () => {
  it('gets a role without special rights for the product, which owns everything, and keeps its data', async () => {
    const earlier = await earlierData(dataDir);
    const before = await owners(productUrl(earlier.folder, earlier.port));
    await stopServerOf(earlier.folder);
    const server = await startServer();
    await expectMoved(server.url);
    expect((await owners(server.url)).map(({ names }) => names)).toEqual(before.map(({ names }) => names));
    expect(
      await ask(
        server.url,
        `select nextval('post_id')::int as id, (select count from counted)::int as count`,
      ),
    ).toEqual([{ id: 42, count: 2 }]);
  });
  it('lets the product continue as before', async () => {
    await EARLIER_DATA.copyTo(dataDir);
    const server = await startServer();
    expect(await ask(server.url, `select es.append('PostEdited') as position`)).toEqual([{ position: '3' }]);
    await expect(ask(server.url, `update es.events set type = 'x'`)).rejects.toThrow('append-only');
    await ask(
      ...([
        server.url,
        'alter table es.events add column more int',
        'refresh materialized view counted',
      ] as const),
      ...[
        'drop view types',
        'drop schema es cascade',
        `alter type mood add value 'fair'`,
        'drop table parted',
      ],
      ...['create schema read_v9', 'create table read_v9.rows (id int)', 'create table own (id int)'],
    );
  });
  it('is converted while it runs, after a killed product left it running', async () => {
    const { folder, port } = await earlierData(dataDir);
    const server = await startServer();
    expect(server.startLine).toContain('adopted');
    expect(server.url).toBe(productUrl(folder, port));
    await expectMoved(server.url);
    // Not even the connection that holds the owner's lock uses the superuser role, whose id is always 10.
    expect(
      await ask(
        serverUrl(folder, port),
        `select pid from pg_stat_activity where usesysid = 10 and pid <> pg_backend_pid()
        and backend_type = 'client backend'`,
      ),
    ).toEqual([]);
  });
  it('stays unchanged while a product of the earlier release runs, even if another process connects', async () => {
    const { folder, port } = await earlierData(dataDir);
    const owner = new Client({ connectionString: productUrl(folder, port) });
    await owner.connect();
    // The lock that a running product holds.
    await owner.query('select pg_advisory_lock(8729)');
    const guest = await startServer({ attach: true });
    expect(await roleOf(guest.url)).toMatchObject([{ rolsuper: true }]);
    await guest.stop();
    await owner.end();
  });
  it('still accepts the address that the earlier release connects to', async () => {
    await EARLIER_DATA.copyTo(dataDir);
    await (await startServer()).stop();
    const folder = clusterFolder(dataDir, user);
    // The earlier release starts the server unchanged, then checks whether the database exists.
    const port = await startServerAlone(folder);
    const found = await ask(
      productUrl(folder, port, 'postgres'),
      `select datname from pg_database where datname = 'posthorn'`,
    );
    expect(found).toHaveLength(1);
    await expectMoved(productUrl(folder, port));
  });
  it('is completed when the earlier release died before it had its database', async () => {
    await stopServerOf((await earlierCluster(dataDir)).folder);
    const server = await startServer();
    expect(await roleOf(server.url)).toEqual([WITHOUT_RIGHTS]);
  });
  it('is unchanged after a stop at any statement, and the next start converts it', async () => {
    const { folder, port } = await earlierData(dataDir);
    const url = productUrl(folder, port);
    const before = [await roleOf(url), await owners(url)];
    let statements = 0;
    for (; !(await isConvertedWithin(statements)); statements++)
      expect([await roleOf(url), await owners(url)]).toEqual(before);
    expect(statements).toBeGreaterThan(THINGS.length);
    await expectMoved(url);

    /** Whether the conversion needs at most this many statements. */
    async function isConvertedWithin(count: number): Promise<boolean> {
      const pool = new Pool({ connectionString: url, max: 1 });
      const isConverted = await inTransaction(pool, (tx) =>
        transferOwnership(breakAfter(tx, count), folder),
      ).then(
        () => true,
        () => false,
      );
      await pool.end();
      return isConverted;
    }
    // About a hundred statements, each interrupted on a separate connection.
  }, 120_000);
  it('is converted by the start after a killed start', async () => {
    const { folder, port } = await earlierData(dataDir);
    const url = productUrl(folder, port);
    const reader = new Client({ connectionString: url });
    await reader.connect();
    await reader.query('begin; lock table parted_2026');
    const child = startInOtherProcess(dataDir);
    const waitingForLock = `select from pg_locks where not granted and relation = 'parted_2026'::regclass`;
    await eventually(async () => (await reader.query(waitingForLock)).rowCount === 1);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await reader.end();
    expect(await roleOf(url)).toMatchObject([{ rolsuper: true }]);
    const server = await startServer();
    await expectMoved(server.url);
  });
  it('gives the product’s role the objects that the superuser role creates later', async () => {
    const earlier = await earlierData(dataDir);
    const server = await startServer();
    await ask(serverUrl(earlier.folder, earlier.port), 'create table more (id int)');
    await server.stop();
    const again = await startServer();
    await expectMoved(again.url);
  });
});

/** A connection that breaks instead of running one more statement. */
function breakAfter(tx: PoolClient, statements: number): PoolClient {
  tx.on('error', () => undefined);
  let statementsLeft = statements;
  return Object.assign(Object.create(tx) as PoolClient, {
    query: (sql: string, values?: unknown[]) =>
      statementsLeft-- > 0
        ? tx.query(sql, values)
        : tx.query('select pg_terminate_backend(pg_backend_pid())'),
  });
}

/** Another process that starts the embedded server. */
function startInOtherProcess(folder: string): ChildProcess {
  const file = fileURLToPath(new URL('./embedded-postgres.ts', import.meta.url));
  const script = `const { startEmbeddedPostgres } = await import(${JSON.stringify(file)});
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(folder)} })`;
  return spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', script], {
    stdio: 'inherit',
  });
}
