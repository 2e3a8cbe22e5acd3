import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestDatabase } from '#infrastructure/testing/database.ts';
import { WireDouble } from '@posthorn/event-store/testing/wire-double/wire-double';
import { startSandbox } from '../../sandbox/sandbox-server.ts';

export type EventLog = 'postgres' | 'eventstoredb';

/** Every wait of publishing about twenty times as short, in the same proportions. */
const FAST = {
  tick: 100,
  lease: 1500,
  renewLease: 400,
  startWithin: 1000,
  callWithin: 2000,
  tries: 8,
  firstRetry: 400,
  longestRetry: 2000,
  firstLookUp: 100,
  longestLookUp: 2000,
  visibility: 1000,
  drain: 2000,
};

/** What outlives the killed processes: database, event log and the platforms. */
export type ChaosGround = Readonly<{
  sandboxUrl: string;
  dataDir: string;
  /** Variables of a product process on this ground. */
  env: (more: Readonly<Record<string, string>>) => Record<string, string>;
  close: () => Promise<void>;
}>;

export async function openChaosGround(log: EventLog): Promise<ChaosGround> {
  const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-chaos-'));
  const database = await openTestDatabase();
  const sandbox = await startSandbox({ port: 0, dataDir, publicUrl: '' });
  const double = log === 'eventstoredb' ? await new WireDouble().start(0) : null;
  const shared = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    ...(double && { EVENTSTORE_URL: double.url }),
    ENCRYPTION_KEYS: `chaos:${randomBytes(32).toString('base64')}`,
    SANDBOX_PORT: String(sandbox.port),
    REQUESTS_PER_MINUTE: '1000000',
    POSTHORN_PUBLISHING_TIMES: JSON.stringify(FAST),
    // Processes start a hundred times over: what V8 compiled once is kept.
    NODE_COMPILE_CACHE: join(tmpdir(), 'posthorn-compile-cache'),
  };
  return {
    sandboxUrl: sandbox.url,
    dataDir,
    env: (more) => ({ ...shared, ...more }),
    close: async () => {
      double?.close();
      await sandbox.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A port that nobody uses at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
