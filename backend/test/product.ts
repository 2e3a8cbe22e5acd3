import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@posthorn/event-store/testing/free-ports';
import type { TestServer } from '@posthorn/event-store/testing/test-server';
import { databaseBeside, embeddedServer, sharedServer, type ProductDatabase } from './product-database.ts';
import type { ProgramOptions } from './program-flags.ts';
import { StartedProcess } from './started-process.ts';

/** Short waits of the same proportions, so that a retry is seen within seconds. */
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

export type ProductOptions = ProgramOptions &
  Readonly<{
    /** Default: the variable `POSTHORN_TEST_LOG`, else `postgres`. `eventstoredb` is the real client against a server or the wire double. */
    log?: 'postgres' | 'eventstoredb';
    /** Retries and look-ups of publishing within seconds instead of minutes. */
    fast?: boolean;
    /** Further variables of the operator. */
    env?: Readonly<Record<string, string>>;
    /**
     * Makes and starts a database server of its own in its data folder, as `npm start` does: where starting, ending and losing
     * that server matters. Default: a database on the server that all specs share.
     */
    embedded?: boolean;
    /** One that is there already, and stays after `close`; default: a new one, removed by `close`. */
    dataDir?: string;
    /** Another process of this product instead, on its database, log and files; `roles` without `web`. */
    beside?: Readonly<{ product: Product; roles: string }>;
  }>;

/** A whole product on free ports: pages, worker, projector, sandbox and database, as `npm start` runs it. */
export type Product = Readonly<{
  url: string;
  sandboxUrl: string;
  dataDir: string;
  /** Present while `log` is `eventstoredb`. */
  eventStore: TestServer | null;
  /** Of the running process; changes with `restart`. */
  pid(): number;
  /** All that it has printed so far. */
  output(): string;
  /** What a command beside it needs to find its data: folder, database and log. */
  commandEnv: Readonly<Record<string, string>>;
  /** Address of its database. */
  databaseUrl(): Promise<string>;
  /** The same for the role that may do everything on that server. */
  serverUrl(): Promise<string>;
  /** As Ctrl-C. */
  stop(): Promise<void>;
  /** As a power cut; the database server stays behind, as it would. */
  kill(): Promise<void>;
  /** Resolves when the process has ended, by whatever cause. */
  ended(): Promise<void>;
  /** After `stop`, `kill` or an end of its own: the same data on the same ports. */
  restart(env?: Readonly<Record<string, string>>): Promise<void>;
  /** Ends everything and removes what it left. */
  close(): Promise<void>;
}>;

/** @throws Error with all that the product printed, when it does not get ready */
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
    await running.ready(url);
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
    restart: async (more = {}) => {
      running = new StartedProcess({ ...env, ...more }, options);
      await running.ready(url);
    },
    close,
  };
}

async function databaseOf(dataDir: string, { beside, embedded }: ProductOptions): Promise<ProductDatabase> {
  if (beside) return databaseBeside(beside.product);
  return embedded ? embeddedServer(dataDir) : sharedServer();
}

/** Loaded where it is needed: the client takes a while. */
async function startEventStore(): Promise<TestServer> {
  const { startTestServer } = await import('@posthorn/event-store/testing/test-server');
  return startTestServer();
}

/** The database server runs as another user when we are root, and must be able to walk in. */
async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-e2e-'));
  await chmod(folder, 0o755);
  return folder;
}
