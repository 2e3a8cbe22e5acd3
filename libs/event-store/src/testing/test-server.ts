import { spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { EventStoreDbStore } from '../event-store-db.ts';
import { freePorts } from './free-ports.ts';
import { WireDouble } from './wire-double/wire-double.ts';

/**
 * A command line that runs an EventStoreDB in the foreground, without TLS, on `{port}` with its data in `{dir}`, such as
 * `eventstored --insecure --http-port {port} --db {dir}/db --log {dir}/log`. Without this command, the wire double is used.
 */
const COMMAND = process.env['EVENTSTORE_TEST_COMMAND'] ?? '';
const START_MILLISECONDS = 60_000;
const STOP_MILLISECONDS = 15_000;

/** Whether runs use a real server. Cases that only the double supports, such as injected faults, are then skipped. */
export const HAS_REAL_SERVER = COMMAND !== '';

/** An EventStoreDB for one run: a real server, or the double. */
export type TestServer = Readonly<{
  url: string;
  /** Null for a real server. */
  double: WireDouble | null;
  /** Ends the server like a crash. Acknowledged events stay. */
  stop: () => Promise<void>;
  /** Starts the server again on the same port, with the same data. */
  start: () => Promise<void>;
  /** Copies the current data, and returns a function that restores them. Restoring ends all connections to a real server. */
  backUp: () => Promise<() => Promise<void>>;
  /** Ends the server and deletes its data. */
  close: () => Promise<void>;
}>;

/** @throws Error with the server’s output, when the server does not respond within a minute */
export async function startTestServer(command = COMMAND): Promise<TestServer> {
  return command === '' ? doubleAsServer(await new WireDouble().start()) : startCommand(command);
}

function doubleAsServer(double: WireDouble): TestServer {
  return {
    url: double.url,
    double,
    stop: () => {
      double.stop();
      return Promise.resolve();
    },
    start: async () => {
      await double.start();
    },
    backUp: () => {
      const { length } = double.log;
      return Promise.resolve(() => {
        double.log.goBackTo(length);
        return Promise.resolve();
      });
    },
    close: () => {
      double.close();
      return Promise.resolve();
    },
  };
}

async function startCommand(command: string): Promise<TestServer> {
  const dir = await mkdtemp(join(tmpdir(), 'posthorn-event-store-'));
  const [port = 0] = await freePorts(1);
  const url = `esdb://127.0.0.1:${String(port)}?tls=false`;
  const filled = command.replaceAll('{port}', String(port)).replaceAll('{dir}', dir);
  let running: Running | undefined;
  const stop = async () => {
    await running?.end('SIGKILL');
  };
  const start = async () => {
    running = new Running(filled);
    await running.ready(url);
  };
  const close = async () => {
    await running?.end('SIGTERM');
    for (const folder of [dir, copyOf(dir)]) await rm(folder, { recursive: true, force: true });
  };
  const whileStopped = async (work: () => Promise<void>) => {
    await running?.end('SIGTERM');
    await work();
    await start();
  };
  const backUp = async () => {
    await whileStopped(() => cp(dir, copyOf(dir), { recursive: true, force: true }));
    return () =>
      whileStopped(async () => {
        await rm(dir, { recursive: true });
        await cp(copyOf(dir), dir, { recursive: true });
      });
  };
  try {
    await start();
  } catch (error) {
    await close();
    throw error;
  }
  return { url, double: null, stop, start, backUp, close };
}

/** The server reads every environment variable with its prefix as an option, and refuses to start with an unknown one. */
function withoutOurOptions(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...env, EVENTSTORE_TEST_COMMAND: undefined, EVENTSTORE_URL: undefined };
}

const copyOf = (dir: string): string => `${dir}-copy`;

/** Runs the command in its own process group, so that its child processes end with it. */
class Running {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  #output = '';

  constructor(command: string) {
    this.#child = spawn(command, {
      shell: true,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: withoutOurOptions(process.env),
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream
        ?.setEncoding('utf8')
        .on('data', (text: string) => (this.#output = (this.#output + text).slice(-4_000)));
    }
    this.#ended = new Promise((resolve) => {
      this.#child.once('exit', () => {
        resolve();
      });
    });
  }

  /**
   * Resolves when the server responds to a read.
   * @throws Error when the server ends, or does not respond in time
   */
  async ready(url: string): Promise<void> {
    const until = Date.now() + START_MILLISECONDS;
    for (;;) {
      if (this.#hasEnded || Date.now() > until)
        throw new Error(`EVENTSTORE_TEST_COMMAND started no server that answers:\n${this.#output}`);
      const store = new EventStoreDbStore(url, { deadlineMs: 1_000 });
      const answered = await store.head().then(
        () => true,
        () => false,
      );
      await store.close();
      if (answered) return;
      await pause(200);
    }
  }

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (this.#hasEnded) return;
    this.#signal(signal);
    const killTimer = setTimeout(() => {
      this.#signal('SIGKILL');
    }, STOP_MILLISECONDS);
    await this.#ended;
    clearTimeout(killTimer);
  }

  get #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  #signal(signal: 'SIGTERM' | 'SIGKILL'): void {
    const { pid } = this.#child;
    if (pid === undefined || this.#hasEnded) return;
    process.kill(-pid, signal);
  }
}
