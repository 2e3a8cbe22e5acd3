import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import {
  AmbiguousError,
  LogSealedError,
  RetryableError,
  type Position,
  type StoredEvent,
} from '@posthorn/event-sourcing/event-store';
import { Logger } from '@nestjs/common';
import { isDatabaseDown } from '../database/database-down.ts';
import { CheckpointHasMoved } from './checkpoints.ts';
import type { LogTail } from './log-tail.ts';

const BATCH = 500;
/** Under a stream of single events a reader writes at most this often, so that they travel in batches. */
const PACE_MILLISECONDS = 25;
const TRIES = 3;
const BACKOFF_MILLISECONDS = [100, 1_000] as const;
/** A world that is down is asked again this often. */
const OUTAGE_MILLISECONDS = 1_000;
/** A stopped reader tries its event again this often: a fix outside the product needs no restart. */
const STOPPED_MILLISECONDS = 60_000;

/** What one reader does with events; a projection or a process. */
export type Reading = Readonly<{
  name: string;
  kind: 'projection' | 'process';
  categories: readonly string[];
  /** Where to go on. Asked at the start, and again after a fence. */
  resume(): Promise<Position | null>;
  /** `events` are those of its categories; it moves the checkpoint from `from` to `to`. */
  apply(events: readonly StoredEvent[], from: Position | null, to: Position): Promise<void>;
  /** Called each time the end of the log is reached. */
  caughtUp(): Promise<void>;
  /** Told when it stops at an event, and when it goes on. */
  note(state: string): Promise<void>;
}>;

export type ReaderStatus = Readonly<{
  name: string;
  kind: Reading['kind'];
  state: 'standby' | 'running' | 'stopped';
  position: Position | null;
  caughtUp: boolean;
  /** Has reached the end of the log since it began to run. */
  caughtUpOnce: boolean;
  /** Business time of the oldest event that is not applied yet, in milliseconds. */
  waitingSince: number | null;
  error: string | null;
  restarts: number;
}>;

/** Reads the log for one projection or process: pages in, batches out, three tries at a bad event, then a full stop. */
export class Reader {
  readonly #logger: Logger;
  readonly #categories: ReadonlySet<string>;
  #status: ReaderStatus;
  /** Undefined until `resume` has told. */
  #position: Position | null | undefined;

  constructor(
    readonly reading: Reading,
    private readonly tail: LogTail,
  ) {
    this.#logger = new Logger(reading.name);
    this.#categories = new Set(reading.categories);
    this.#status = {
      name: reading.name,
      kind: reading.kind,
      state: 'standby',
      position: null,
      caughtUp: false,
      caughtUpOnce: false,
      waitingSince: null,
      error: null,
      restarts: 0,
    };
  }

  get status(): ReaderStatus {
    return this.#status;
  }

  /** Until the signal aborts. Errors do not leave it. */
  async run(signal: AbortSignal): Promise<void> {
    this.#position = undefined;
    this.#set({ state: 'running', caughtUpOnce: false, error: null });
    let failures = 0;
    let lastWrite = -Infinity;
    while (!signal.aborted) {
      const { heard } = this.tail;
      try {
        await rest(lastWrite + PACE_MILLISECONDS - performance.now(), signal);
        lastWrite = performance.now();
        // After a failure one by one, so that all before the bad event is written.
        if (await this.step(failures > 0 ? 1 : BATCH)) failures = 0;
        else await this.tail.sleep(heard, signal);
        if (this.#status.state === 'stopped') await this.#goesOn();
      } catch (error) {
        failures = await this.#failed(error, failures, signal);
      }
    }
    this.#set({ state: 'standby', caughtUp: false });
  }

  /** One page. False: there was nothing to read. */
  async step(max: number = BATCH): Promise<boolean> {
    this.#position ??= await this.reading.resume();
    const from = this.#position;
    const page = await this.tail.page(from, max);
    const last = page.at(-1);
    if (!last) {
      if (!this.#status.caughtUp)
        this.#set({ caughtUp: true, caughtUpOnce: true, position: from, waitingSince: null });
      await this.reading.caughtUp();
      return false;
    }
    this.#set({ caughtUp: false, waitingSince: Date.parse(page[0]?.meta.at ?? '') });
    const concerned = page.filter(({ stream }) => this.#categories.has(categoryOf(stream)));
    await this.reading.apply(concerned, from, last.position);
    this.#position = last.position;
    this.#set({ position: last.position });
    return true;
  }

  async #failed(error: unknown, failures: number, signal: AbortSignal): Promise<number> {
    if (signal.aborted) return failures;
    // The checkpoint in the database is the truth; what we believed about it is not.
    this.#position = undefined;
    this.#set({ restarts: this.#status.restarts + 1 });
    if (error instanceof CheckpointHasMoved) {
      this.#logger.warn('Another runner or a rebuild has moved the checkpoint; going on from there.');
      return failures;
    }
    const message = error instanceof Error ? error.message : String(error);
    if (isOutage(error)) {
      this.#logger.warn(`Waiting: ${message}`);
      await rest(OUTAGE_MILLISECONDS, signal);
      return failures;
    }
    if (failures + 1 < TRIES) {
      this.#logger.warn({ msg: 'Failed, trying again', err: error });
      await rest(BACKOFF_MILLISECONDS[failures] ?? OUTAGE_MILLISECONDS, signal);
      return failures + 1;
    }
    if (this.#status.state !== 'stopped') {
      this.#logger.error({
        msg: 'Stopped at an event it cannot take',
        after: this.#status.position,
        err: error,
      });
    }
    this.#set({ state: 'stopped', error: message });
    await this.reading.note(`stopped: ${message}`).catch(() => undefined);
    await rest(STOPPED_MILLISECONDS, signal);
    return failures;
  }

  async #goesOn(): Promise<void> {
    this.#set({ state: 'running', error: null });
    this.#logger.log('Goes on.');
    await this.reading.note('running');
  }

  #set(change: Partial<ReaderStatus>): void {
    this.#status = { ...this.#status, ...change };
  }
}

const categoryOf = (stream: string): string => {
  const cut = stream.indexOf('-');
  return cut < 0 ? stream : stream.slice(0, cut);
};

/** The log or the database is away: no event is to blame. */
const isOutage = (error: unknown): boolean =>
  error instanceof RetryableError ||
  error instanceof AmbiguousError ||
  error instanceof LogSealedError ||
  isDatabaseDown(error);

const rest = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  milliseconds <= 0 || signal.aborted
    ? Promise.resolve()
    : pause(milliseconds, undefined, { signal }).catch(() => undefined);
