import { fork, type ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from '#infrastructure/config/repository-root.ts';
import type { InputOf, JobName, OutputOf } from './drawing-jobs.ts';
import { PictureTooComplex } from './picture-walk.ts';

/** The code of `PictureUnreadable` when two processes ended: because of the picture, or because the machine has no memory. */
export const PROCESS_ENDED = 'PROCESS_ENDED';

/**
 * The picture cannot be read; the message is the decoder's. `code`: the error code of the file system, if that failed, or `PROCESS_ENDED`. Without
 * a code, the decoder refused the picture.
 */
export class PictureUnreadable extends Error {
  override readonly name = 'PictureUnreadable';
  constructor(
    message: string,
    readonly code?: string,
  ) {
    super(message);
  }
}

export type ProcessLimits = Readonly<{
  /** Milliseconds for one job. */
  deadline: number;
  /** Bytes of resident memory. */
  memory: number;
  /** The value for `nice`: 0 to 19. */
  niceness: number;
  /** Milliseconds after its last job until the process ends. */
  idle: number;
}>;

type Answer =
  | Readonly<{ output: unknown }>
  | Readonly<{ tooComplex: string }>
  | Readonly<{ failed: Readonly<{ message: string; code?: string }> }>;

/** The process ended without a result. */
class ProcessEnded extends Error {}

/** In the build, each program is below `dist`. */
function program(): string {
  const path = 'src/infrastructure/media/drawing/drawing-process';
  const backend = join(repositoryRoot(), 'backend');
  const dist = join(backend, 'dist');
  return import.meta.filename.startsWith(dist) ? join(dist, `${path}.js`) : join(backend, `${path}.ts`);
}

/**
 * Runs each job in a separate process and ends it when the job takes too long or too much memory. libvips uses the four threads of libuv and cannot
 * stop decoding. Inside the product it would block files, DNS look-ups and requests. Processes start with the first picture and end when no picture
 * arrives for a while.
 */
export class DrawingProcesses {
  readonly #free: Readonly<{ child: ChildProcess; end: () => void }>[] = [];

  constructor(private readonly limits: ProcessLimits) {}

  /** @throws PictureTooComplex, PictureUnreadable; the reason of `signal` */
  async run<Name extends JobName>(
    name: Name,
    input: InputOf<Name>,
    signal?: AbortSignal,
  ): Promise<OutputOf<Name>> {
    signal?.throwIfAborted();
    const message = { name, input };
    try {
      return (await this.#runOn(this.#freeProcess(), message, signal).catch((error: unknown) => {
        if (!(error instanceof ProcessEnded)) throw error;
        // The kernel or an operator may have ended the process. If a second process ends too, the picture is the cause.
        signal?.throwIfAborted();
        return this.#runOn(this.#startProcess(), message, signal);
      })) as OutputOf<Name>;
    } catch (error) {
      if (!(error instanceof ProcessEnded)) throw error;
      throw new PictureUnreadable('The process that read it ended.', PROCESS_ENDED);
    }
  }

  /** @throws PictureTooComplex, PictureUnreadable, ProcessEnded; the reason of `signal` */
  async #runOn(child: ChildProcess, message: object, signal: AbortSignal | undefined): Promise<unknown> {
    child.ref();
    child.channel?.ref();
    try {
      const answer = await this.#askProcess(child, message, signal);
      if ('tooComplex' in answer) {
        // The process may have ended already, because of its own limit.
        child.kill('SIGKILL');
        throw new PictureTooComplex(answer.tooComplex);
      }
      if ('failed' in answer) throw new PictureUnreadable(answer.failed.message, answer.failed.code);
      return answer.output;
    } finally {
      child.unref();
      child.channel?.unref();
      if (child.connected && !child.killed) this.#keepIdle(child);
    }
  }

  #askProcess(child: ChildProcess, message: object, signal: AbortSignal | undefined): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const settle = (end: () => void) => {
        clearTimeout(deadlineTimer);
        signal?.removeEventListener('abort', onAbort);
        child.off('message', onMessage).off('exit', onBroken).off('error', onBroken);
        end();
      };
      const stop = (reason: Error) => {
        child.kill('SIGKILL');
        settle(() => {
          reject(reason);
        });
      };
      const onAbort = () => {
        stop(signal?.reason as Error);
      };
      const deadlineTimer = setTimeout(() => {
        stop(new PictureTooComplex(`longer than ${String(this.limits.deadline)} ms`));
      }, this.limits.deadline);
      const onMessage = (given: Answer) => {
        settle(() => {
          resolve(given);
        });
      };
      const onBroken = () => {
        stop(new ProcessEnded());
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      child.once('message', onMessage).once('exit', onBroken).once('error', onBroken);
      child.send(message, (error) => {
        if (error) onBroken();
      });
    });
  }

  #freeProcess(): ChildProcess {
    const last = this.#free.pop();
    if (!last) return this.#startProcess();
    last.end();
    return last.child;
  }

  #keepIdle(child: ChildProcess): void {
    const forget = () => {
      const at = this.#free.indexOf(free);
      if (at !== -1) this.#free.splice(at, 1);
    };
    const idle = setTimeout(() => {
      forget();
      child.kill('SIGKILL');
    }, this.limits.idle).unref();
    const free = {
      child,
      end: () => {
        clearTimeout(idle);
        child.off('exit', forget);
      },
    };
    child.once('exit', forget);
    this.#free.push(free);
  }

  #startProcess(): ChildProcess {
    const { memory, niceness } = this.limits;
    return fork(program(), [String(memory), String(niceness)], {
      serialization: 'advanced',
      execArgv: ['--no-warnings', '--max-old-space-size=128'],
      // Passes none of the product's own variables: some are secret.
      env: { TMPDIR: tmpdir(), MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
  }
}
