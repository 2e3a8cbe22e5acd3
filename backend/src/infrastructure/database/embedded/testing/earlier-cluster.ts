import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { binaries } from '../binaries.ts';
import { clusterFolder, type ClusterFolder } from '../cluster-folder.ts';
import { productUrl } from '../database-roles.ts';
import { stopServer } from '../server-process.ts';
import { serverUser } from '../server-user.ts';
import { MadeOnce } from './made-once.ts';

const user = serverUser();

export type Row = Record<string, unknown>;

/**
 * Runs the commands.
 * @returns the rows of the last one
 */
export async function ask(connectionString: string, ...commands: readonly string[]): Promise<Row[]> {
  const client = new Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const command of commands) rows = (await client.query<Row>(command)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

/** Objects that a user may have made in their own database. */
export const THINGS = [
  'create schema es',
  'create table es.events (position bigint generated always as identity primary key, type text not null)',
  `insert into es.events (type) values ('PostScheduled'), ('PlatformPublished')`,
  `create function es.refuse() returns trigger language plpgsql as $$ begin raise exception 'append-only'; end $$`,
  'create trigger stays before update on es.events for each statement execute function es.refuse()',
  `create function es.append(_type text) returns bigint language sql security definer
     as $$ insert into es.events (type) values (_type) returning position $$`,
  'revoke execute on function es.append from public',
  'create procedure es.nothing() language sql as $$ $$',
  'create aggregate es.total(bigint) (sfunc = int8pl, stype = bigint)',
  'create sequence post_id start 42',
  `create table "A table of one's own" (id serial primary key, number bigint default nextval('post_id'))`,
  'create table parted (day date) partition by range (day)',
  `create table parted_2026 partition of parted for values from ('2026-01-01') to ('2027-01-01')`,
  'create view types as select distinct type from es.events',
  'create materialized view counted as select count(*) as count from es.events',
  `create type mood as enum ('good', 'bad')`,
  'create type pair as (first int, second int)',
  'create type span as range (subtype = int)',
  'create domain word as text check (length(value) < 10)',
  'create extension pg_trgm',
  'create temporary table passing (id int)',
];

/** A cluster whose server runs, on this port. */
type RunningCluster = Readonly<{ folder: ClusterFolder; port: number }>;

/** A cluster as earlier releases created it: the product's role is its creator and a superuser. Its server runs. */
export async function earlierCluster(dataDir: string): Promise<RunningCluster> {
  const folder = clusterFolder(dataDir, user);
  const passwordFile = join(folder.home, 'pw');
  writeFileSync(passwordFile, folder.password);
  if (user) chownSync(passwordFile, user.uid, user.gid);
  const { status, stderr } = spawnSync(
    binaries(user).initdb,
    [
      ...[`--pgdata=${folder.cluster}`, '--username=posthorn', `--pwfile=${passwordFile}`],
      ...['--auth=scram-sha-256', '--locale=C.UTF-8', '--encoding=UTF8', '--no-sync'],
    ],
    { ...(user ?? {}), cwd: '/', encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  await rm(passwordFile);
  return { folder, port: await startServerAlone(folder) };
}

/** A cluster of an earlier release, with a database and objects of every kind. Its server does not run. */
export const EARLIER_DATA = new MadeOnce(async (dataDir) => {
  const { folder, port } = await earlierCluster(dataDir);
  await ask(productUrl(folder, port, 'postgres'), 'create database posthorn');
  await ask(productUrl(folder, port), ...THINGS);
  await stopServerOf(folder);
});

/** A copy of `EARLIER_DATA` whose server runs. */
export async function earlierData(dataDir: string): Promise<RunningCluster> {
  await EARLIER_DATA.copyTo(dataDir);
  const folder = clusterFolder(dataDir, user);
  return { folder, port: await startServerAlone(folder) };
}

/** Starts the server alone, without a product. */
export async function startServerAlone({ cluster }: ClusterFolder): Promise<number> {
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
  const flags = settings.flatMap((setting) => ['-c', setting]);
  spawn(binaries(user).postgres, ['-D', cluster, '-p', String(port), ...flags], {
    ...(user ?? {}),
    cwd: '/',
    detached: true,
    stdio: 'ignore',
  }).unref();
  const pidFile = () => readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  await eventually(async () => (await pidFile()).trimEnd().endsWith('ready'));
  return port;
}

export async function stopServerOf(folder: ClusterFolder): Promise<void> {
  const [pid] = (await readFile(join(folder.cluster, 'postmaster.pid'), 'utf8')).split('\n');
  await stopServer(Number(pid), folder, user);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await promisify(server.close.bind(server))();
  return port;
}

export async function eventually(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(20);
}
