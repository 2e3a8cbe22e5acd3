import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFile, chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { binaries } from '#infrastructure/database/embedded/binaries.ts';
import { serverUser } from '#infrastructure/database/embedded/server-user.ts';
import { eventually } from './eventually.ts';
import { machineEnvironment, programFlags } from './program-flags.ts';

/** Hosts of this test: a host with the database and a process, a host with only a process, and the router between these hosts. */
const [DATABASE, OTHER, ROUTER] = ['db', 'other', 'router'].map(
  (name) => `ph-${name}-${String(process.pid)}`,
) as [string, string, string];
const [DATABASE_ADDRESS, OTHER_ADDRESS] = ['10.213.1.1', '10.213.2.1'] as const;
/** The first half of the readers' lock keys: see `reader-locks.ts`. */
const LOCK_SPACE = 8726;
const SECONDS = 30;

/** Runs a command. Returns whether it succeeded. */
function succeeds(...command: readonly [string, ...string[]]): boolean {
  try {
    execFileSync(command[0], command.slice(1), { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
const ip = (...args: readonly string[]) => execFileSync('ip', args, { stdio: ['ignore', 'pipe', 'inherit'] });
const runOn = (host: string, ...command: readonly string[]) => ip('netns', 'exec', host, ...command);

const isPossible =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  succeeds('ip', '-V') &&
  succeeds('nsenter', '--version');
// The event log makes no difference to the connections of the readers.
const runsOnThisLog = process.env['POSTHORN_TEST_LOG'] !== 'eventstoredb';
const drill = isPossible && runsOnThisLog ? describe : describe.skip;

drill('a host that is cut off (needs Linux, root, ip and nsenter; runs on the Postgres log)', () => {
  let folder: string;
  const processes: ChildProcess[] = [];
  /** The output of both products, which a failed expectation shows. */
  let output = '';

  beforeAll(async () => {
    connectHosts();
    folder = await mkdtemp(join(tmpdir(), 'posthorn-host-loss-'));
    await chmod(folder, 0o755);
    await startDatabase();
    startProduct(OTHER);
    await eventually(async () => {
      expect({ output, locks: (await locksOf(OTHER_ADDRESS)) > 5 }).toEqual({ output, locks: true });
    }, 90);
    startProduct(DATABASE);
    await eventually(async () => {
      expect({ output, sessions: (await sessionsOf(DATABASE_ADDRESS)) > 2 }).toEqual({
        output,
        sessions: true,
      });
    }, 90);
  });
  afterAll(async () => {
    for (const child of processes.reverse()) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await ended;
    }
    for (const host of [DATABASE, OTHER, ROUTER]) succeeds('ip', 'netns', 'del', host);
    await rm(folder, { recursive: true, force: true });
  });

  it(`is detected, and the process on the other host continues within ${String(SECONDS)} s`, async () => {
    expect(await locksOf(DATABASE_ADDRESS)).toBe(0);
    // The router drops packets in both directions without a reset or an error.
    runOn(ROUTER, 'ip', 'route', 'replace', 'blackhole', `${OTHER_ADDRESS}/32`);
    runOn(ROUTER, 'ip', 'rule', 'add', 'from', OTHER_ADDRESS, 'blackhole');
    const position = await append();
    await eventually(async () => {
      expect(await readersBehind(position)).toEqual([]);
      expect(await locksOf(OTHER_ADDRESS)).toBe(0);
      expect(await locksOf(DATABASE_ADDRESS)).toBeGreaterThan(5);
    }, SECONDS);
  });

  function connectHosts(): void {
    for (const host of [DATABASE, OTHER, ROUTER]) {
      ip('netns', 'add', host);
      runOn(host, 'ip', 'link', 'set', 'lo', 'up');
    }
    for (const [host, net] of [
      [DATABASE, '10.213.1'],
      [OTHER, '10.213.2'],
    ] as const) {
      const plug = `to-${net.slice(-1)}`;
      runOn(ROUTER, 'ip', 'link', 'add', plug, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', host);
      runOn(host, 'ip', 'addr', 'add', `${net}.1/24`, 'dev', 'eth0');
      runOn(ROUTER, 'ip', 'addr', 'add', `${net}.254/24`, 'dev', plug);
      runOn(host, 'ip', 'link', 'set', 'eth0', 'up');
      runOn(ROUTER, 'ip', 'link', 'set', plug, 'up');
      runOn(host, 'ip', 'route', 'add', 'default', 'via', `${net}.254`);
    }
    runOn(ROUTER, 'sh', '-c', 'echo 1 > /proc/sys/net/ipv4/ip_forward');
  }

  async function startDatabase(): Promise<void> {
    const user = serverUser() ?? { uid: 0, gid: 0 };
    const { initdb, postgres } = binaries(user);
    const cluster = join(folder, 'cluster');
    await mkdir(cluster);
    await chown(cluster, user.uid, user.gid);
    const options = { ...user, cwd: '/', stdio: 'ignore' } as const;
    execFileSync(
      initdb,
      ['-D', cluster, '-U', 'posthorn', '--auth=trust', '-E', 'UTF8', '--no-sync'],
      options,
    );
    await appendFile(join(cluster, 'pg_hba.conf'), 'host all all 10.213.0.0/16 trust\n');
    const identity = ['-S', String(user.uid), '-G', String(user.gid)];
    const flags = ['-c', `listen_addresses=${DATABASE_ADDRESS}`, '-c', `unix_socket_directories=${cluster}`];
    const command = [`--net=/run/netns/${DATABASE}`, ...identity, postgres, '-D', cluster, ...flags];
    processes.push(spawn('nsenter', command, { cwd: '/', stdio: 'ignore' }));
    await eventually(async () => {
      await query('select 1', [], 'postgres');
    });
    await query('create database posthorn', [], 'postgres');
  }

  function startProduct(host: string): void {
    const child = spawn(
      'ip',
      ['netns', 'exec', host, process.execPath, ...programFlags('backend/src/main.ts')],
      {
        env: {
          ...machineEnvironment(),
          TMPDIR: tmpdir(),
          NODE_ENV: 'test',
          SANDBOX: 'off',
          DATA_DIR: join(folder, host),
          LOG_LEVEL: 'warn',
          ENCRYPTION_KEYS: `drill:${Buffer.alloc(32, 7).toString('base64')}`,
          DATABASE_URL: `postgres://posthorn@${DATABASE_ADDRESS}/posthorn`,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    processes.push(child);
  }

  /** Queries through a socket file, which every host of the test can reach without the network. */
  async function query(sql: string, values: readonly unknown[] = [], database = 'posthorn') {
    const client = new Client({ host: join(folder, 'cluster'), user: 'posthorn', database });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<Record<string, unknown>>(sql, [...values])).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  const count = async (sql: string, ...values: readonly unknown[]): Promise<number> =>
    Number((await query(`select count(*) as count from ${sql}`, values))[0]?.['count']);
  const sessionsOf = (address: string) => count('pg_stat_activity where client_addr = $1', address);
  const locksOf = (address: string) =>
    count(
      `pg_locks l join pg_stat_activity a using (pid)
       where l.locktype = 'advisory' and l.granted and l.classid = ${String(LOCK_SPACE)} and a.client_addr = $1`,
      address,
    );

  /** Appends an event that no reader handles: all readers skip it and move their checkpoints. */
  async function append(): Promise<string> {
    const meta = { schema: 1, at: new Date().toISOString(), chain: '' };
    const [row] = await query(
      `select lpad(pos::text, 20, '0') as position
       from es.append($1, -1, array[$2]::uuid[], array['DrillHeld'], array['{}']::jsonb[], array[$3]::jsonb[])`,
      [`drill-${randomUUID()}`, randomUUID(), JSON.stringify(meta)],
    );
    return String(row?.['position']);
  }
  const readersBehind = async (position: string) =>
    (
      await query('select name from runner.checkpoint where active and position is distinct from $1', [
        position,
      ])
    ).map(({ name }) => name);
});
