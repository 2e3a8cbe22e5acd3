import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { clusterFolder } from '../database/embedded/cluster-folder.ts';
import { runningServer, stopServer } from '../database/embedded/server-process.ts';
import { serverUser } from '../database/embedded/server-user.ts';
import { sinceLastRequest, testServerFolder, withLock } from './test-server.ts';

// Runs as a separate process next to the test server, and outlives the specs that started it.
const IDLE_MILLISECONDS = 30_000;
const CHECK_MILLISECONDS = 3_000;
const user = serverUser();
const folder = clusterFolder(testServerFolder, user);

let idleSince = Date.now();
let running = true;
while (running) {
  const server = await runningServer(folder);
  if (!server) break;
  if ((await clients(server.url)) > 0) idleSince = Date.now();
  if (Date.now() - idleSince > IDLE_MILLISECONDS) running = !(await withLock(() => end(server)));
  await pause(CHECK_MILLISECONDS);
}

async function end(server: { url: string; pid: number }): Promise<boolean> {
  // Another spec may have connected during the wait for the lock.
  if (sinceLastRequest() < IDLE_MILLISECONDS || (await clients(server.url)) > 0) return false;
  await stopServer(server.pid, folder, user);
  rmSync(testServerFolder, { recursive: true, force: true });
  if (folder.moved) rmSync(folder.cluster, { recursive: true, force: true });
  return true;
}

async function clients(connectionString: string): Promise<number> {
  const client = new Client({ connectionString });
  try {
    await client.connect();
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    return rows[0]?.count ?? 0;
  } catch {
    return 0;
  } finally {
    await client.end().catch(() => undefined);
  }
}
