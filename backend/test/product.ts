import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePorts } from '@posthorn/event-store/testing/free-ports';
import { startTestServer, type TestServer } from '@posthorn/event-store/testing/test-server';
import { clusterFolder } from '#infrastructure/database/embedded/cluster-folder.ts';
import { serverUrl } from '#infrastructure/database/embedded/database-roles.ts';
import { stopLeftover } from '#infrastructure/database/embedded/embedded-postgres.ts';
import { serverUser } from '#infrastructure/database/embedded/server-user.ts';
import { machineEnvironment, programFlags, type ProgramOptions } from './program-flags.ts';

const START_MILLISECONDS = 90_000;
/** Short waits of the same proportions, so that a retry is seen within seconds. */
const FAST_TIMES = {
  tick: 100,
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
  /** Address of the embedded database. */
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
  const ownEventStore = log === 'eventstoredb' && !beside ? await startTestServer() : null;
  const eventStore = beside?.product.eventStore ?? ownEventStore;
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    PORT: String(port),
    SANDBOX_PORT: sandboxPort,
    PUBLIC_URL: beside?.product.url ?? url,
    DATA_DIR: dataDir,
    REQUESTS_PER_MINUTE: '1000000',
    ...(eventStore && { EVENTSTORE_URL: eventStore.url }),
    ...(beside && {
      ...{ ROLES: beside.roles, INTERNAL_PORT: String(port) },
      DATABASE_URL: await beside.product.databaseUrl(),
    }),
    ...(options.fast && { POSTHORN_PUBLISHING_TIMES: JSON.stringify(FAST_TIMES) }),
    ...options.env,
  };
  let running = new ProductProcess(env, options);
  const close = async () => {
    await running.end('SIGTERM');
    if (beside) return;
    await ownEventStore?.close();
    // After a kill the database server is still there.
    await stopLeftover(dataDir);
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await running.ready(url);
  } catch (error) {
    await close();
    throw error;
  }
  const databaseUrl = async () => {
    const text = await readFile(join(dataDir, 'postgres', 'connection.json'), 'utf8');
    return (JSON.parse(text) as { url: string }).url;
  };
  return {
    url,
    sandboxUrl: `http://localhost:${sandboxPort}`,
    dataDir,
    eventStore,
    pid: () => running.pid,
    output: () => running.output,
    databaseUrl,
    serverUrl: async () => {
      const { port } = new URL(await databaseUrl());
      return serverUrl(clusterFolder(dataDir, serverUser()), Number(port));
    },
    stop: () => running.end('SIGTERM'),
    kill: () => running.end('SIGKILL'),
    ended: () => running.ended,
    restart: async (more = {}) => {
      running = new ProductProcess({ ...env, ...more }, options);
      await running.ready(url);
    },
    close,
  };
}

/** `main.ts`. */
class ProductProcess {
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;
  #output = '';

  constructor(env: Readonly<Record<string, string>>, options: ProgramOptions = {}) {
    this.#child = spawn(process.execPath, programFlags('backend/src/main.ts', options), {
      env: { ...machineEnvironment(), TMPDIR: tmpdir(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    }
    this.ended = new Promise((resolve) => {
      this.#child.once('exit', () => {
        resolve();
      });
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get output(): string {
    return this.#output;
  }

  get #isOver(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  async ready(url: string): Promise<void> {
    const until = Date.now() + START_MILLISECONDS;
    for (;;) {
      if (this.#isOver || Date.now() > until)
        throw new Error(`The product did not get ready.\n${this.#output}`);
      const reply = await fetch(`${url}/health/ready`).catch(() => null);
      if (reply?.ok) return;
      await pause(50);
    }
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.#isOver) this.#child.kill(signal);
    await this.ended;
  }
}

/** The database server runs as another user when we are root, and must be able to walk in. */
async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-e2e-'));
  await chmod(folder, 0o755);
  return folder;
}
