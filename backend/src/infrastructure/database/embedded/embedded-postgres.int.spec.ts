import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePorts } from '@posthorn/event-store/testing/free-ports';
import { afterAll, afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import { clusterFolder, ensureWritable } from './cluster-folder.ts';
import { serverUrl } from './database-roles.ts';
import { startEmbeddedPostgres, stopLeftover } from './embedded-postgres.ts';
import { overTcp } from './server-socket.ts';
import { serverUser } from './server-user.ts';
import { MadeOnce } from './testing/made-once.ts';

let dataDir: string;
const preparedCluster = new MadeOnce(async (folder) => {
  await (await startEmbeddedPostgres({ dataDir: folder })).stop();
});
afterAll(() => preparedCluster.remove());
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'posthorn-embedded-'));
  await chmod(dataDir, 0o755);
});
afterEach(async () => {
  await stopLeftover(dataDir);
  await rm(dataDir, { recursive: true, force: true });
});

async function ask(connectionString: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql);
  await client.end();
  return rows;
}

/** Resolves when the server answers at this address. */
async function answers(url: string): Promise<void> {
  let up = false;
  while (!up)
    up = await ask(url, 'select 1').then(
      () => true,
      () => false,
    );
}

/** A process that starts the server and is then killed, as in a power cut. */
async function startAndKill(): Promise<void> {
  await preparedCluster.copyTo(dataDir);
  const file = fileURLToPath(new URL('./embedded-postgres.ts', import.meta.url));
  const script = `const { startEmbeddedPostgres } = await import(${JSON.stringify(file)});
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} }); process.kill(process.pid, 'SIGKILL')`;
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', script], {
    stdio: 'inherit',
  });
  await new Promise((resolve) => child.once('exit', resolve));
}

it('creates a server that only this machine and only this product can use', async () => {
  const server = await startEmbeddedPostgres({ dataDir });
  const [settings] = await ask(
    server.url,
    `select current_setting('listen_addresses') as listens, current_setting('server_encoding') as encoding,
      (select datcollate from pg_database where datname = 'posthorn') as locale`,
  );
  expect(settings).toEqual({ listens: '127.0.0.1', encoding: 'UTF8', locale: 'C.UTF-8' });
  const superuserUrl = serverUrl(clusterFolder(dataDir, serverUser()), Number(new URL(server.url).port));
  expect(
    await ask(superuserUrl, `select from pg_hba_file_rules where auth_method <> 'scram-sha-256'`),
  ).toEqual([]);
  const wrong = Object.assign(new URL(server.url), { password: 'guess' }).toString();
  await expect(ask(wrong, 'select 1')).rejects.toThrow('password');
  for (const secret of ['password', 'server-password', 'connection.json']) {
    expect((await stat(join(dataDir, 'postgres', secret))).mode & 0o077).toBe(0);
  }
  await server.stop();
});
it('connects the product over a Unix socket, or over TCP when the path of the folder is too long for a socket', async () => {
  const clientOf = async (folder: string) => {
    await mkdir(folder, { recursive: true, mode: 0o755 });
    await preparedCluster.copyTo(folder);
    const server = await startEmbeddedPostgres({ dataDir: folder });
    const rows = await ask(server.url, 'select host(inet_client_addr()) as address');
    await server.stop();
    return rows;
  };
  expect(await clientOf(dataDir)).toEqual([{ address: null }]);
  expect(await clientOf(join(dataDir, 'a'.repeat(100)))).toEqual([{ address: '127.0.0.1' }]);
});
it('keeps data and port across restarts', async () => {
  const first = await startEmbeddedPostgres({ dataDir });
  await ask(first.url, 'create table kept (id int)');
  await first.stop();
  const second = await startEmbeddedPostgres({ dataDir });
  expect(second.url).toBe(first.url);
  expect(await ask(second.url, 'select * from kept')).toEqual([]);
  await second.stop();
});
it('adopts the server of a product that was killed', async () => {
  await startAndKill();
  const server = await startEmbeddedPostgres({ dataDir });
  expect(server.startLine).toContain('adopted');
  await server.stop();
  await expect(ask(server.url, 'select 1')).rejects.toThrow();
});
it('adopts the server of a killed product with two connections: one to find it, one that stays open', async () => {
  await startAndKill();
  const connects = jest.spyOn(Client.prototype, 'connect');
  const server = await startEmbeddedPostgres({ dataDir });
  const { port } = new URL(server.url);
  // Other servers of this process may get connections at the same time.
  expect(connects.mock.contexts.filter((client) => String((client as Client).port) === port)).toHaveLength(2);
  connects.mockRestore();
  await server.stop();
});
it('starts after a power cut that stopped the server too', async () => {
  await startAndKill();
  const file = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  const lines = await readFile(file, 'utf8');
  await stopLeftover(dataDir);
  // The state after a reboot: the process id now belongs to another process. PostgreSQL takes that process for a running server, unless it is PostgreSQL's
  // parent or belongs to another user.
  const otherProcess = spawn('sleep', ['600'], serverUser() ?? {});
  await once(otherProcess, 'spawn');
  try {
    const left = lines.replace(/^\d+/, String(otherProcess.pid));
    await writeFile(file, left);
    const [, , , port] = lines.split('\n');
    await writeFile(join(dataDir, 'postgres', 'cluster', `.s.PGSQL.${String(port)}.lock`), left);
    const server = await startEmbeddedPostgres({ dataDir });
    await server.stop();
  } finally {
    otherProcess.kill();
  }
});
it('restarts the server after it dies', async () => {
  await preparedCluster.copyTo(dataDir);
  const server = await startEmbeddedPostgres({ dataDir });
  const [pid] = (await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
  await answers(server.url);
  await server.stop();
});
it('makes the socket again when it is lost', async () => {
  await preparedCluster.copyTo(dataDir);
  const server = await startEmbeddedPostgres({ dataDir });
  const cluster = join(dataDir, 'postgres', 'cluster');
  await rm(join(cluster, `.s.PGSQL.${new URL(server.url).port}`));
  await expect(ask(server.url, 'select 1')).rejects.toThrow('ENOENT');
  const superuser = overTcp(
    serverUrl(clusterFolder(dataDir, serverUser()), Number(new URL(server.url).port)),
  );
  // As when a connection of the product fails.
  await ask(superuser, `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'`);
  await answers(server.url);
  await server.stop();
});
it('starts on a moved folder whose path is too long for the socket that an earlier server left there', async () => {
  await preparedCluster.copyTo(dataDir);
  const first = await startEmbeddedPostgres({ dataDir });
  await first.stop();
  const longPath = join(dataDir, 'b'.repeat(100));
  await mkdir(longPath, { mode: 0o755 });
  await rename(join(dataDir, 'postgres'), join(longPath, 'postgres'));
  await writeFile(join(longPath, 'postgres', 'cluster', `.s.PGSQL.${new URL(first.url).port}`), '');
  const server = await startEmbeddedPostgres({ dataDir: longPath });
  expect(await ask(server.url, 'select 1 as up')).toEqual([{ up: 1 }]);
  await server.stop();
});
it('leaves the server of a running product alone when another one starts on a copy of its folder', async () => {
  await preparedCluster.copyTo(dataDir);
  const original = await startEmbeddedPostgres({ dataDir });
  const copy = join(dataDir, 'copy');
  await mkdir(copy, { mode: 0o755 });
  // `cp -a` also copies the socket, to which no server listens.
  execFileSync('cp', ['-a', join(dataDir, 'postgres'), copy]);
  await expect(startEmbeddedPostgres({ dataDir: copy })).rejects.toThrow('is a copy of');
  expect(await ask(original.url, 'select 1 as up')).toEqual([{ up: 1 }]);
  await original.stop();
});
it('does not use the server of the original for a copy of a folder that was made after the product was killed', async () => {
  await startAndKill();
  const copy = join(dataDir, 'copy');
  await mkdir(copy, { mode: 0o755 });
  execFileSync('cp', ['-a', join(dataDir, 'postgres'), copy]);
  const started = startEmbeddedPostgres({ dataDir: copy });
  await expect(started).rejects.toThrow(
    `${join(copy, 'postgres', 'cluster')} is a copy of ${join(dataDir, 'postgres', 'cluster')}, made while its database was running`,
  );
  await expect(started).rejects.toThrow('copy it again');
});
it('leaves the server of another folder alone that has got the process id of its own server since', async () => {
  await preparedCluster.copyTo(dataDir);
  const other = join(dataDir, 'other');
  await mkdir(other, { mode: 0o755 });
  await preparedCluster.copyTo(other);
  const neighbour = await startEmbeddedPostgres({ dataDir: other });
  const pidFileOf = (folder: string) => join(folder, 'postgres', 'cluster', 'postmaster.pid');
  const lines = await readFile(pidFileOf(other), 'utf8');
  const [pid = '', , ...rest] = lines.split('\n');
  // The state after a power cut and a reboot: another server has this process id, and nothing listens on the port.
  const [unusedPort] = await freePorts(1);
  const left = [pid, join(dataDir, 'postgres', 'cluster'), rest[0], String(unusedPort), ...rest.slice(2)];
  await writeFile(pidFileOf(dataDir), left.join('\n'));
  const server = await startEmbeddedPostgres({ dataDir });
  expect(server.startLine).toContain('started');
  expect(await readFile(pidFileOf(other), 'utf8')).toBe(lines);
  await server.stop();
  await neighbour.stop();
});
it('lets one product at a time own the data, and lets commands share the server', async () => {
  await preparedCluster.copyTo(dataDir);
  const owner = await startEmbeddedPostgres({ dataDir });
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('Another Posthorn is running on DATA_DIR');
  const guest = await startEmbeddedPostgres({ dataDir, attach: true });
  await guest.stop();
  expect(await ask(owner.url, 'select 1 as up')).toEqual([{ up: 1 }]);
  await owner.stop();
});
it.each(['empty', 'used'])(
  'lets one of two products own %s data when both start at the same time',
  async (data) => {
    if (data === 'used') await preparedCluster.copyTo(dataDir);
    const starts = await Promise.allSettled([1, 2].map(() => startEmbeddedPostgres({ dataDir })));
    const [owner, ...others] = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    expect(others).toEqual([]);
    expect(starts).toContainEqual({
      status: 'rejected',
      reason: expect.objectContaining({
        message: `Another Posthorn is running on DATA_DIR ${dataDir}: stop it first, or set DATA_DIR to another folder.`,
      }),
    });
    await owner?.stop();
  },
  // Both may run `initdb`, which takes long on a busy machine.
  120_000,
);
it('gives a command the server of a product that starts at the same time', async () => {
  const [product, command] = await Promise.all([
    startEmbeddedPostgres({ dataDir }),
    startEmbeddedPostgres({ dataDir, attach: true }),
  ]);
  expect(command.url).toBe(product.url);
  await command.stop();
  expect(await ask(product.url, 'select 1 as up')).toEqual([{ up: 1 }]);
  await product.stop();
});
it('waits for the socket of a server that another process is starting', async () => {
  await preparedCluster.copyTo(dataDir);
  const product = await startEmbeddedPostgres({ dataDir });
  const cluster = join(dataDir, 'postgres', 'cluster');
  const pidFile = join(cluster, 'postmaster.pid');
  const socket = join(cluster, `.s.PGSQL.${new URL(product.url).port}`);
  const lines = await readFile(pidFile, 'utf8');
  // The file is never empty, because PostgreSQL also changes its status in place.
  const change = (text: string) => writeFile(pidFile, text, { flag: 'r+' });
  // The state while a server starts: it listens on TCP, and its socket is still missing.
  await change(lines.replace('ready   ', 'starting'));
  await rename(socket, `${socket}.later`);
  const command = startEmbeddedPostgres({ dataDir, attach: true });
  await pause(500);
  await rename(`${socket}.later`, socket);
  await change(lines);
  expect((await command).url).toBe(product.url);
  await product.stop();
});
it('leaves the server that a command has launched to a product that starts in the meantime', async () => {
  await preparedCluster.copyTo(dataDir);
  const command = await startEmbeddedPostgres({ dataDir, attach: true });
  const product = await startEmbeddedPostgres({ dataDir });
  await command.stop();
  expect(await ask(product.url, 'select 1 as up')).toEqual([{ up: 1 }]);
  await product.stop();
  await expect(ask(product.url, 'select 1')).rejects.toThrow();
});
it('stops the server that a command has launched if no product has started', async () => {
  await preparedCluster.copyTo(dataDir);
  const command = await startEmbeddedPostgres({ dataDir, attach: true });
  expect(await ask(command.url, 'select 1 as up')).toEqual([{ up: 1 }]);
  await command.stop();
  await expect(ask(command.url, 'select 1')).rejects.toThrow();
});
it('reports how to fix a folder that is not writable', async () => {
  const file = join(dataDir, 'a-file');
  await writeFile(file, '');
  expect(() => {
    ensureWritable(join(file, 'below'));
  }).toThrow(/DATA_DIR .* cannot be written \(ENOTDIR\): make it writable or set DATA_DIR/);
});
