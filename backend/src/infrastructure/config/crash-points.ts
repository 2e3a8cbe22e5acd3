type Point =
  | 'before-claim'
  | 'claim'
  | 'freeze'
  | 'prepare'
  | 'before-intent'
  | 'intent'
  | 'call'
  | 'answer'
  | 'outcome'
  | 'acknowledgement';
/** Places where a chaos run ends the worker as a power cut would. They are in each kind of work, in a copy of media, and in a projection. */
export type CrashPoint = `${string}/${Point}` | `media-copy/${'listed' | 'fetched' | 'kept'}` | 'projection';

/** Does nothing in production. */
export class CrashPoints {
  readonly #at: string | null;
  #left: number;

  /** `POSTHORN_KILL_AT=publishing/intent` or `publishing/intent:3` (the third time). It works only where `NODE_ENV` is `test`. */
  constructor(env: NodeJS.ProcessEnv) {
    const [at, times] = (env['NODE_ENV'] === 'test' ? (env['POSTHORN_KILL_AT'] ?? '') : '').split(':');
    this.#at = at === undefined || at === '' ? null : at;
    this.#left = Number(times ?? 1);
  }

  reached(point: CrashPoint): void {
    if (point !== this.#at) return;
    this.#left -= 1;
    if (this.#left === 0) process.kill(process.pid, 'SIGKILL');
  }
}
