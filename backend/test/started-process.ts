import { spawn, type ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { machineEnvironment, programFlags, type ProgramOptions } from './program-flags.ts';

const START_MILLISECONDS = 180_000;

/** A process of `main.ts`. */
export class StartedProcess {
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

  get #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  async ready(url: string): Promise<void> {
    const deadline = Date.now() + START_MILLISECONDS;
    for (;;) {
      if (this.#hasEnded || Date.now() > deadline)
        throw new Error(`The product did not get ready.\n${this.#output}`);
      const reply = await fetch(`${url}/health/ready`).catch(() => null);
      if (reply?.ok) return;
      await pause(50);
    }
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.#hasEnded) this.#child.kill(signal);
    await this.ended;
  }
}
