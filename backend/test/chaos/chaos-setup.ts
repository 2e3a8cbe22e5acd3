import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestDatabase } from '#infrastructure/testing/database.ts';
import { freePorts } from '@posthorn/event-store/testing/free-ports';
import { HAS_REAL_SERVER, startTestServer } from '@posthorn/event-store/testing/test-server';
import { LateCalls } from './late-calls.ts';
import { WireCluster } from '@posthorn/event-store/testing/wire-double/wire-cluster';

export type EventLog = 'postgres' | 'eventstoredb';

/** All times of publishing are about twenty times shorter than in production, in the same proportions. */
const FAST_TIMES = {
  tick: 200,
  lease: 1500,
  renewLease: 400,
  startWithin: 1000,
  callWithin: 2000,
  // The limit of tries is not under test here, and a target may lose its worker many times.
  tries: 100,
  maxEvents: 1000,
  firstRetry: 400,
  longestRetry: 2000,
  longestPause: 15_000,
  firstLookUp: 100,
  longestLookUp: 2000,
  visibility: 1500,
  // Longer when calls were delayed for longer; see `LateCalls`.
  lateCall: 2000,
  lookAgain: 3000,
  firstPoll: 250,
  longestPoll: 2000,
  drain: 2000,
  autoReplySoonest: 500,
  autoReplyLatest: 2000,
  modelRetry: 3000,
  // The daily budgets are not under test either: in minutes, killed workers waste as many calls as a platform allows in a day.
  budgetSecond: 5,
  // For checkouts: Stripe's sandbox lists new objects immediately.
  shownWithin: 1500,
};
/** The nightly check runs only when a run asks for it. */
const NIGHTLY_TIMES = {
  tick: 500,
  nightTick: 500,
  lease: 5000,
  renewLease: 1000,
  firstRetry: 1000,
  drain: 2000,
};

/** The parts that survive the killed workers: database, event log, and the process with the pages and the platforms. */
export type ChaosSetup = Readonly<{
  url: string;
  sandboxUrl: string;
  dataDir: string;
  databaseUrl: string;
  /** Set when the event log is a cluster of doubles, in which a run can cause trouble. */
  cluster: WireCluster | null;
  /** Measures delayed calls, and sets how long new workers wait for late ones. */
  late: LateCalls;
  /** Environment variables of a product process of this setup. */
  env: (extra: Readonly<Record<string, string>>) => Record<string, string>;
  close: () => Promise<void>;
}>;

/** What a run can change. */
export type SetupOptions = Readonly<{
  /** Whether waits are short. False: the waits of production. */
  fast?: boolean;
  /** Waits of this run that differ from `FAST_TIMES`. */
  times?: Readonly<Partial<Record<keyof typeof FAST_TIMES, number>>>;
  env?: Readonly<Record<string, string>>;
}>;

export async function openChaosSetup(
  log: EventLog,
  { fast = true, times = {}, env = {} }: SetupOptions = {},
): Promise<ChaosSetup> {
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
    // The setup starts hundreds of processes, so V8's compiled code is cached.
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(tmpdir(), 'posthorn-compile-cache'),
  };
  const waits = { ...FAST_TIMES, ...times };
  const late = new LateCalls(waits.lateCall);
  const shortWaits = () => ({
    POSTHORN_PUBLISHING_TIMES: JSON.stringify({ ...waits, lateCall: late.waits }),
    POSTHORN_FOLLOWING_TIMES: JSON.stringify(NIGHTLY_TIMES),
  });
  return {
    url: `http://localhost:${String(port)}`,
    sandboxUrl: `http://localhost:${String(sandboxPort)}`,
    dataDir,
    databaseUrl: database.url,
    cluster: eventStore instanceof WireCluster ? eventStore : null,
    late,
    env: (extra) => ({ ...shared, ...(fast && shortWaits()), ...env, ...extra }),
    close: async () => {
      await eventStore?.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
