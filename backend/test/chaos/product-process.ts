import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { machineEnvironment, programFlags } from '../program-flags.ts';

const backend = fileURLToPath(new URL('../../', import.meta.url));

type Program = Readonly<{ file: string; isReady: RegExp }>;
const PRODUCT: Program = { file: 'src/main', isReady: /is ready:|is running without pages/u };
/** The sandbox of the platforms in a separate process. */
export const PLATFORMS: Program = { file: 'sandbox/main', isReady: /Sandbox: nothing leaves this machine/u };

/** One process of the real product, which may be killed at any time. */
export class ProductProcess {
  readonly #process: ChildProcess;
  readonly #exit: Promise<NodeJS.Signals | number | null>;
  readonly #ready: Promise<boolean>;
  #said = '';

  constructor(env: Readonly<Record<string, string>>, program = PRODUCT) {
    const built = existsSync(`${backend}dist/${program.file}.js`);
    this.#process = spawn(process.execPath, programFlags(`backend/${program.file}.ts`, { built }), {
      cwd: backend,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...machineEnvironment(), TMPDIR: process.env['TMPDIR'], ...env },
    });
    this.#exit = new Promise((resolve) => {
      this.#process.once('exit', (code, signal) => {
        resolve(signal ?? code);
      });
    });
    const started = new Promise<boolean>((resolve) => {
      const collect = (chunk: Buffer) => {
        this.#said = (this.#said + chunk.toString()).slice(-20_000);
        if (program.isReady.test(this.#said)) resolve(true);
      };
      this.#process.stdout?.on('data', collect);
      this.#process.stderr?.on('data', collect);
    });
    this.#ready = Promise.race([started, this.#exit.then(() => false)]);
  }

  /** False when the process ended before it was ready. */
  ready(): Promise<boolean> {
    return this.#ready;
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  /** The signal or the exit code with which the process ended. */
  ended(): Promise<NodeJS.Signals | number | null> {
    return this.#exit;
  }

  /** The last output of the process, for the report of a failed run. */
  get said(): string {
    return this.#said;
  }

  signal(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  async stop(): Promise<void> {
    this.#process.kill('SIGTERM');
    await this.#exit;
  }
}
