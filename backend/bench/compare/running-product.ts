import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { freePorts } from '@posthorn/event-store/testing/free-ports';
import { machineEnvironment } from '../../test/program-flags.ts';
import { compileCacheOf, workingTree, type Build } from './builds.ts';
import { killOnExit } from './kill-on-exit.ts';

const LIMITS = { startMs: 120_000, answerMs: 2_000, stopMs: 30_000 };

/** The flags of `npm start` in the working tree. All builds use the same flags, so that only their code differs. */
const { productFlags } = (await import(
  pathToFileURL(join(workingTree().folder, 'libs/toolchain/src/paths.mjs')).href
)) as Readonly<{ productFlags: readonly string[] }>;

/** The e-mail address of a user who has Premium, and therefore no limit of posts. */
export const PERSON = 'bench@example.com';

/**
 * A running build of any commit, with its own sandbox. The benchmark knows only its URLs, its environment variables and its responses.
 */
export class RunningProduct {
  readonly url: string;
  readonly sandboxUrl: string;
  readonly dataDir: string;
  readonly #process: ChildProcess;
  readonly #exit: Promise<void>;
  readonly #stopMs: number;
  #output = '';

  private constructor(build: Build, { dataDir, env, stopMs, ports: [port, sandboxPort] }: Options) {
    this.dataDir = dataDir;
    this.#stopMs = stopMs;
    this.url = `http://localhost:${String(port)}`;
    this.sandboxUrl = `http://localhost:${String(sandboxPort)}`;
    this.#process = spawn(
      process.execPath,
      [...productFlags, join(build.folder, 'backend/dist/src/main.js')],
      {
        cwd: build.folder,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...machineEnvironment(),
          TMPDIR: process.env['TMPDIR'],
          NODE_COMPILE_CACHE: compileCacheOf(build),
          NODE_ENV: 'test',
          LOG_LEVEL: 'warn',
          SANDBOX: 'on',
          COMPLIMENTARY_PREMIUM: PERSON,
          DATA_DIR: dataDir,
          PORT: port,
          SANDBOX_PORT: sandboxPort,
          PUBLIC_URL: this.url,
          REQUESTS_PER_MINUTE: '1000000',
          ...env,
        },
      },
    );
    const cancelKill = killOnExit(this.pid, 'SIGTERM');
    this.#exit = new Promise((resolve) => {
      this.#process.once('exit', () => {
        cancelKill();
        resolve();
      });
    });
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream?.on(
        'data',
        (chunk: Buffer) => (this.#output = (this.#output + chunk.toString()).slice(-20_000)),
      );
  }

  /**
   * Starts the product, and resolves when it is ready.
   * @param dataDir contains the database, unless `env` selects another database
   * @throws Error with the output of the product when it does not become ready
   */
  static async start(
    build: Build,
    dataDir: string,
    env: Variables = {},
    { startMs, answerMs, stopMs } = LIMITS,
  ): Promise<RunningProduct> {
    await mkdir(dataDir, { recursive: true, mode: 0o755 });
    const ports = (await freePorts(2)).map(String);
    const product = new RunningProduct(build, { dataDir, env, stopMs, ports });
    const deadline = Date.now() + startMs;
    while (!(await product.#isReady(answerMs))) {
      if (product.#hasEnded || Date.now() > deadline) {
        await product.stop();
        throw new Error(`The product of ${build.name} did not get ready.\n${product.#output}`);
      }
      await pause(20);
    }
    return product;
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  /** Stops the product, and kills it when it does not stop in time. */
  async stop(): Promise<void> {
    if (!this.#hasEnded) this.#process.kill('SIGTERM');
    const kill = setTimeout(() => this.#process.kill('SIGKILL'), this.#stopMs);
    await this.#exit;
    clearTimeout(kill);
  }

  async #isReady(withinMs: number): Promise<boolean> {
    const signal = AbortSignal.timeout(withinMs);
    const response = await fetch(`${this.url}/health/ready`, { signal }).catch(() => null);
    await response?.body?.cancel();
    return response?.ok ?? false;
  }

  get #hasEnded(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }
}

type Variables = Readonly<Record<string, string>>;
type Options = Readonly<{ dataDir: string; env: Variables; stopMs: number; ports: readonly string[] }>;
