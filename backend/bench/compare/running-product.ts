import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePorts } from '@posthorn/event-store/testing/free-ports';
import { machineEnvironment } from '../../test/program-flags.ts';
import type { Build } from './builds.ts';
import { endWithUs } from './end-with-us.ts';

const START_MILLISECONDS = 120_000;
/** Of `npm start`. The same for every build, so that only its code differs. */
const FLAGS = ['--no-warnings', '--enable-source-maps', '--max-semi-space-size=16'];

/** Whoever signs in with this address has Premium, and so no limit of posts. */
export const PERSON = 'bench@example.com';

/** A build of whatever commit, with its own sandbox; nothing of it is used but addresses, variables and what it answers. */
export class RunningProduct {
  readonly url: string;
  readonly sandboxUrl: string;
  readonly dataDir: string;
  readonly #process: ChildProcess;
  readonly #exit: Promise<void>;
  #said = '';

  private constructor(build: Build, dataDir: string, [port, sandboxPort]: readonly string[], env: Variables) {
    this.dataDir = dataDir;
    this.url = `http://localhost:${String(port)}`;
    this.sandboxUrl = `http://localhost:${String(sandboxPort)}`;
    this.#process = spawn(process.execPath, [...FLAGS, join(build.folder, 'backend/dist/src/main.js')], {
      cwd: build.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...machineEnvironment(),
        TMPDIR: process.env['TMPDIR'],
        ...{ NODE_ENV: 'test', LOG_LEVEL: 'warn', SANDBOX: 'on', COMPLIMENTARY_PREMIUM: PERSON },
        ...{ DATA_DIR: dataDir, PORT: port, SANDBOX_PORT: sandboxPort, PUBLIC_URL: this.url },
        REQUESTS_PER_MINUTE: '1000000',
        ...env,
      },
    });
    const noLonger = endWithUs(this.pid, 'SIGTERM');
    this.#exit = new Promise((resolve) => {
      this.#process.once('exit', () => {
        noLonger();
        resolve();
      });
    });
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream?.on('data', (chunk: Buffer) => (this.#said = (this.#said + chunk.toString()).slice(-20_000)));
  }

  /**
   * Answers when it is ready.
   * @param dataDir with a database of its own in it, unless `env` names one
   * @throws Error with what it printed, when it does not get ready
   */
  static async start(build: Build, dataDir: string, env: Variables = {}): Promise<RunningProduct> {
    await mkdir(dataDir, { recursive: true, mode: 0o755 });
    const product = new RunningProduct(build, dataDir, (await freePorts(2)).map(String), env);
    const until = Date.now() + START_MILLISECONDS;
    while (!(await fetch(`${product.url}/health/ready`).catch(() => null))?.ok) {
      if (product.#isOver || Date.now() > until) {
        await product.stop();
        throw new Error(`The product of ${build.name} did not get ready.\n${product.#said}`);
      }
      await pause(20);
    }
    return product;
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  async stop(): Promise<void> {
    if (!this.#isOver) this.#process.kill('SIGTERM');
    await this.#exit;
  }

  get #isOver(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }
}

type Variables = Readonly<Record<string, string>>;
