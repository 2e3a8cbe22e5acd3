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
/** Points at which a chaos run kills the process. Each kind of effect has some, and so do media copies and projections. */
export type CrashPoint = `${string}/${Point}` | `media-copy/${'listed' | 'fetched' | 'kept'}` | 'projection';

/** Kills this process at the point that an environment variable names. In production it does nothing. */
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
