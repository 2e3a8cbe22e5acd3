import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@posthorn/event-store/testing/free-ports';
import { clusterFolder } from '#infrastructure/database/embedded/cluster-folder.ts';
import { launchServer, stopServer } from '#infrastructure/database/embedded/server-process.ts';
import { serverUser } from '#infrastructure/database/embedded/server-user.ts';
import type { EventLog } from '../../test/chaos/chaos-setup.ts';
import { PLATFORMS, ProductProcess } from '../../test/chaos/product-process.ts';
import { SandboxControl } from '../../test/sandbox-control.ts';
import { withEventStore } from '../event-store-server.ts';
import { withDataDir } from '../bench-context.ts';
import { familyOf } from '../process-family.ts';
import { addressOf, Crowd } from './crowd.ts';

/** The settings of a small server, as a page about tuning recommends them. A confirmed write survives a power cut. */
const SERVER = {
  shared_buffers: '512MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  max_connections: '100',
} as const;

/** All kinds of processes of an installation. */
export type Kind = 'worker' | 'Postgres' | 'event log' | 'projector' | 'web' | 'platforms';
type Roots = Readonly<Partial<Record<Kind, readonly number[]>>>;

/** An installation with each role in a separate process, one database, one event log and the platforms. */
export type Installation = Readonly<{
  databaseUrl: string;
  /** Null: the log is in the database. */
  eventStoreUrl: string | null;
  sandboxUrl: string;
  platforms: SandboxControl;
  crowd: Crowd;
  /** Runs the given number of worker processes while `work` runs. */
  withWorkers: <Result>(count: number, work: () => Promise<Result>) => Promise<Result>;
  /** The processes by kind, without their children. */
  roots: () => Roots;
}>;

/** @param o.owners at most twenty, because one network gets only this number of sign-in links in an hour */
export async function withInstallation(
  log: EventLog,
  o: Readonly<{ owners: number; callMilliseconds: number }>,
  work: (installation: Installation) => Promise<void>,
): Promise<void> {
  await withDataDir(async (dataDir) => {
    const user = serverUser();
    const folder = clusterFolder(dataDir, user);
    const server = await launchServer(folder, user, { settings: SERVER });
    const runOn = (eventStoreUrl: string | null, logRoots: readonly number[]) =>
      withProcesses({ dataDir, databaseUrl: server.url, eventStoreUrl }, o, (parts) =>
        work({
          ...parts,
          roots: () => ({ Postgres: [server.pid], 'event log': logRoots, ...parts.roots() }),
        }),
      );
    try {
      if (log === 'postgres') await runOn(null, []);
      else {
        // The processes of the log are those that start in the meantime.
        const before = new Set(await familyOf(process.pid));
        await withEventStore(dataDir, async ({ url }) => {
          const after = await familyOf(process.pid);
          await runOn(
            url,
            after.filter((pid) => !before.has(pid)),
          );
        });
      }
    } finally {
      await stopServer(server.pid, folder, user);
    }
  });
}

type Stores = Readonly<{ dataDir: string; databaseUrl: string; eventStoreUrl: string | null }>;

async function withProcesses(
  { dataDir, databaseUrl, eventStoreUrl }: Stores,
  { owners, callMilliseconds }: Readonly<{ owners: number; callMilliseconds: number }>,
  work: (installation: Installation) => Promise<void>,
): Promise<void> {
  const [port = 0, sandboxPort = 0, unusedPort = 0] = await freePorts(3);
  const webDir = join(dataDir, 'web');
  await mkdir(webDir);
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    ...(eventStoreUrl !== null && { EVENTSTORE_URL: eventStoreUrl }),
    ENCRYPTION_KEYS: `bench:${randomBytes(32).toString('base64')}`,
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${String(port)}`,
    SANDBOX: 'on',
    POSTHORN_SANDBOX_PACE: '{"pace":"as-real"}',
    SANDBOX_PORT: String(sandboxPort),
    REQUESTS_PER_MINUTE: '1000000',
    COMPLIMENTARY_PREMIUM: Array.from({ length: owners }, (_, index) => addressOf(index)).join(','),
    NODE_COMPILE_CACHE: join(tmpdir(), 'posthorn-compile-cache'),
  };
  const sandboxUrl = `http://localhost:${String(sandboxPort)}`;
  const running = new Set<ProductProcess>();
  const startProcess = async (extra: Readonly<Record<string, string>>, program?: typeof PLATFORMS) => {
    const one = new ProductProcess({ ...env, ...extra }, program);
    running.add(one);
    if (!(await one.ready())) throw new Error(`A process did not start:\n${one.said}`);
    return one;
  };
  const endProcess = async (one: ProductProcess) => {
    await one.stop();
    running.delete(one);
  };
  try {
    // Accounts are connected with the sandbox of the web process. Then its platforms move to a separate process.
    const wholeProduct = await startProcess({});
    const crowd = await Crowd.assemble({ url: env.PUBLIC_URL, dataDir }, owners);
    await endProcess(wholeProduct);
    const platforms = await startProcess({ PUBLIC_URL: env.PUBLIC_URL }, PLATFORMS);
    const control = new SandboxControl(sandboxUrl);
    await control.settings({ callMilliseconds });
    const projector = await startProcess({ ROLES: 'projector' });
    // The web process's own sandbox gets no requests, because only workers make calls.
    const web = await startProcess({ ROLES: 'web', SANDBOX_PORT: String(unusedPort), DATA_DIR: webDir });
    const workers: ProductProcess[] = [];
    const pids = (...processes: ProductProcess[]) => processes.map(({ pid }) => pid);
    await work({
      databaseUrl,
      eventStoreUrl,
      sandboxUrl,
      platforms: control,
      crowd,
      withWorkers: async (count, during) => {
        const variables = Array.from({ length: count }, () => ({ ROLES: 'worker' }));
        workers.push(...(await Promise.all(variables.map((each) => startProcess(each)))));
        try {
          return await during();
        } finally {
          await Promise.all(workers.splice(0).map(endProcess));
        }
      },
      roots: () => ({
        worker: pids(...workers),
        projector: pids(projector),
        web: pids(web),
        platforms: pids(platforms),
      }),
    });
  } finally {
    for (const one of running) one.signal('SIGKILL');
    await Promise.all([...running].map((one) => one.ended()));
  }
}
