import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestDatabase } from '#infrastructure/testing/database.ts';
import { freePorts } from '@posthorn/event-store/testing/free-ports';
import { HAS_REAL_SERVER, startTestServer } from '@posthorn/event-store/testing/test-server';
import { WireCluster } from '@posthorn/event-store/testing/wire-double/wire-cluster';

export type EventLog = 'postgres' | 'eventstoredb';

/** Every wait of publishing about twenty times as short, in the same proportions. */
const FAST = {
  tick: 100,
  lease: 1500,
  renewLease: 400,
  startWithin: 1000,
  callWithin: 2000,
  // Not under test here, and a target may lose its worker many times.
  tries: 100,
  maxEvents: 1000,
  firstRetry: 400,
  longestRetry: 2000,
  longestPause: 15_000,
  firstLookUp: 100,
  longestLookUp: 2000,
  visibility: 1500,
  // A killed worker closes its connections, and nothing holds a call up on its way here.
  lateCall: 2000,
  lookAgain: 3000,
  firstPoll: 250,
  longestPoll: 2000,
  drain: 2000,
  // Nor is this: calls whose worker was killed before them use up in minutes what a platform takes in a day.
  budgetSecond: 5,
};

/** What outlives the killed workers: database, event log, and the process with the pages and the platforms. */
export type ChaosSetup = Readonly<{
  url: string;
  sandboxUrl: string;
  dataDir: string;
  /** The event log when it is a cluster of doubles, which can be troubled. */
  cluster: WireCluster | null;
  /** Variables of a product process of this setup. */
  env: (more: Readonly<Record<string, string>>) => Record<string, string>;
  close: () => Promise<void>;
}>;

/** @param o.fast short waits of publishing; else those of production */
export async function openChaosSetup(log: EventLog, { fast = true } = {}): Promise<ChaosSetup> {
  const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-chaos-'));
  const database = await openTestDatabase();
  const [port, sandboxPort] = await freePorts(2);
  const eventStore =
    log === 'eventstoredb' ? await (HAS_REAL_SERVER ? startTestServer() : WireCluster.start()) : null;
  const shared = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    ...(eventStore && { EVENTSTORE_URL: eventStore.url }),
    ENCRYPTION_KEYS: `chaos:${randomBytes(32).toString('base64')}`,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    REQUESTS_PER_MINUTE: '1000000',
    ...(fast && { POSTHORN_PUBLISHING_TIMES: JSON.stringify(FAST) }),
    // Processes start a hundred times over: what V8 compiled once is kept.
    NODE_COMPILE_CACHE: join(tmpdir(), 'posthorn-compile-cache'),
  };
  return {
    url: `http://localhost:${String(port)}`,
    sandboxUrl: `http://localhost:${String(sandboxPort)}`,
    dataDir,
    cluster: eventStore instanceof WireCluster ? eventStore : null,
    env: (more) => ({ ...shared, ...more }),
    close: async () => {
      await eventStore?.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
