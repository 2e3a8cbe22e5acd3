import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@posthorn/event-store/testing/free-ports';
import type { TestServer } from '@posthorn/event-store/testing/test-server';
import { databaseBeside, embeddedServer, sharedServer, type ProductDatabase } from './product-database.ts';
import type { ProgramOptions } from './program-flags.ts';
import { StartedProcess } from './started-process.ts';

/** Short times, so that a retry happens within seconds. */
export const FAST_TIMES = {
  tick: 250,
  lease: 3_000,
  renewLease: 1_000,
  firstRetry: 300,
  longestRetry: 2_000,
  callWithin: 4_000,
  firstLookUp: 200,
  longestLookUp: 1_000,
  visibility: 1_000,
  lateCall: 1_000,
  lookAgain: 2_000,
  firstPoll: 200,
  longestPoll: 1_000,
  autoReplySoonest: 300,
  autoReplyLatest: 900,
  modelRetry: 500,
  tryAgainAfter: [300, 1_000, 1_000, 2_000, 2_000, 2_000, 2_000, 2_000, 2_000],
};

/** With this message, a product ends that cannot reach its log. */
const LOG_OUT_OF_REACH = 'cannot reach the event store';

export type ProductOptions = ProgramOptions &
  Readonly<{
    /** Default: the variable `POSTHORN_TEST_LOG`, else `postgres`. `eventstoredb` is the real client against a server or the wire double. */
    log?: 'postgres' | 'eventstoredb';
    /** Whether retries and look-ups of publishing take seconds instead of minutes. */
    fast?: boolean;
    /** Further environment variables. */
    env?: Readonly<Record<string, string>>;
    /**
     * Creates and starts a database server in the data folder, as `npm start` does, for specs about starting, stopping and losing it.
     * Default: a database on the server that all specs share.
     */
    embedded?: boolean;
    /** An existing folder, which stays after `close`. Default: a new one, which `close` removes. */
    dataDir?: string;
    /** Starts no new product, but another process of `product`, on its database, log and files. `roles` must not contain `web`. */
    beside?: Readonly<{ product: Product; roles: string }>;
  }>;

/** A whole product on free ports: pages, worker, projector, sandbox and database, as `npm start` runs it. */
export type Product = Readonly<{
  url: string;
  sandboxUrl: string;
  dataDir: string;
  /** Set when `log` is `eventstoredb`. */
  eventStore: TestServer | null;
  /** The id of the running process; it changes with `restart`. */
  pid(): number;
  /** The whole output so far. */
  output(): string;
  /** The environment with which a command finds the data: folder, database and log. */
  commandEnv: Readonly<Record<string, string>>;
  /** The URL of its database. */
  databaseUrl(): Promise<string>;
  /** The URL of the same database for the role with all rights on that server. */
  serverUrl(): Promise<string>;
  /** Stops it like Ctrl-C. */
  stop(): Promise<void>;
  /** Kills it like a power cut; the database server keeps running. */
  kill(): Promise<void>;
  /** Resolves when the process has ended, for any reason. */
  ended(): Promise<void>;
  /** Starts it again after it has ended: the same data on the same ports. */
  restart(env?: Readonly<Record<string, string>>): Promise<void>;
  /** Ends everything and removes its files. */
  close(): Promise<void>;
}>;

/** @throws Error with the whole output when the product does not become ready */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const log =
    options.log ?? (process.env['POSTHORN_TEST_LOG'] === 'eventstoredb' ? 'eventstoredb' : 'postgres');
  const { beside } = options;
  const dataDir = beside?.product.dataDir ?? options.dataDir ?? (await freshFolder());
  const [port, freePort] = await freePorts(2);
  const sandboxPort = beside ? new URL(beside.product.sandboxUrl).port : String(freePort);
  const url = `http://localhost:${String(port)}`;
  const ownEventStore = log === 'eventstoredb' && !beside ? await startEventStore() : null;
  const eventStore = beside?.product.eventStore ?? ownEventStore;
  const database = await databaseOf(dataDir, options);
  const where = {
    DATA_DIR: dataDir,
    ...(eventStore && { EVENTSTORE_URL: eventStore.url }),
    ...database.env,
  };
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    PORT: String(port),
    SANDBOX_PORT: sandboxPort,
    PUBLIC_URL: beside?.product.url ?? url,
    REQUESTS_PER_MINUTE: '1000000',
    ...where,
    ...(beside && { ROLES: beside.roles, INTERNAL_PORT: String(port) }),
    ...(options.fast && { POSTHORN_PUBLISHING_TIMES: JSON.stringify(FAST_TIMES) }),
    ...options.env,
  };
  let running = new StartedProcess(env, options);
  const close = async () => {
    await running.end('SIGTERM');
    if (beside) return;
    await ownEventStore?.close();
    await database.close();
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await running.ready(url).catch(async (error: unknown) => {
      // The test double of the log runs in this process, which may be too busy to answer in time. A supervisor would also start the product again.
      if (!eventStore?.double || !running.output.includes(LOG_OUT_OF_REACH)) throw error;
      running = new StartedProcess(env, options);
      await running.ready(url);
    });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    url,
    sandboxUrl: `http://localhost:${sandboxPort}`,
    dataDir,
    eventStore,
    pid: () => running.pid,
    output: () => running.output,
    commandEnv: { ...where, SANDBOX: 'off' },
    databaseUrl: () => database.url(),
    serverUrl: () => database.serverUrl(),
    stop: () => running.end('SIGTERM'),
    kill: () => running.end('SIGKILL'),
    ended: () => running.ended,
    restart: async (extra = {}) => {
      running = new StartedProcess({ ...env, ...extra }, options);
      await running.ready(url);
    },
    close,
  };
}

async function databaseOf(dataDir: string, { beside, embedded }: ProductOptions): Promise<ProductDatabase> {
  if (beside) return databaseBeside(beside.product);
  return embedded ? embeddedServer(dataDir) : sharedServer();
}

/** Imported only where it is needed, because the client takes a while to load. */
async function startEventStore(): Promise<TestServer> {
  const { startTestServer } = await import('@posthorn/event-store/testing/test-server');
  return startTestServer();
}

/** As root, the database server runs as another user, who must be able to enter the folder. */
async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-e2e-'));
  await chmod(folder, 0o755);
  return folder;
}
