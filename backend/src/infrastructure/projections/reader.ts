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
/**
 * The first event of a while is written at once. Under a stream of single events a reader rests as long as its last write
 * took, at most so long, so that they travel in batches; events that do not concern it wait so long for one that does.
 */
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
  /** Whoever holds it may run this reader: see `ReaderLocks`. */
  lock: string;
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
  caughtUp: boolean;
  error: string | null;
  restarts: number;
}>;

type Found = Readonly<{
  from: Position | null;
  page: readonly StoredEvent[];
  /** Those of its categories. */
  concerned: readonly StoredEvent[];
}>;

/** Reads the log for one projection or process: pages in, batches out, three tries at a bad event, then a full stop. */
export class Reader {
  readonly #logger: Logger;
  readonly #categories: ReadonlySet<string>;
  #status: ReaderStatus;
  /** Undefined until `resume` has told. */
  #position: Position | null | undefined;
  /** The checkpoint says that it runs. */
  #isNoted = false;
  #wroteAt = -Infinity;
  #took = 0;

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
      caughtUp: false,
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
    this.#set({ state: 'running', error: null });
    let failures = 0;
    while (!signal.aborted) {
      const { heard } = this.tail;
      try {
        // After a failure one by one, so that all before the bad event is written.
        const found = await this.#find(failures > 0 ? 1 : BATCH);
        const wait = failures > 0 ? 0 : this.#rest(found);
        if (wait > 0) {
          await (found.concerned.length > 0 ? rest(wait, signal) : this.tail.sleep(heard, signal, wait));
          continue;
        }
        if (await this.#take(found)) failures = 0;
        else await this.tail.sleep(heard, signal);
      } catch (error) {
        failures = await this.#failed(error, failures, signal);
      }
    }
    this.#set({ state: 'standby', caughtUp: false });
  }

  /** One page. False: there was nothing to read. Errors fly. */
  async step(): Promise<boolean> {
    try {
      return await this.#take(await this.#find(BATCH));
    } catch (error) {
      this.#position = undefined;
      throw error;
    }
  }

  async #find(max: number): Promise<Found> {
    if (this.#position === undefined) {
      this.#position = await this.reading.resume();
      this.#isNoted = false;
    }
    const from = this.#position;
    const page = await this.tail.page(from, max);
    return { from, page, concerned: page.filter(({ stream }) => this.#categories.has(categoryOf(stream))) };
  }

  #rest({ page, concerned }: Found): number {
    if (page.length === 0 || page.length >= BATCH) return 0;
    const pace = concerned.length > 0 ? Math.min(PACE_MILLISECONDS, this.#took) : PACE_MILLISECONDS;
    return this.#wroteAt + pace - performance.now();
  }

  async #take({ from, page, concerned }: Found): Promise<boolean> {
    const last = page.at(-1);
    if (last) {
      this.#set({ caughtUp: false });
      const start = performance.now();
      await this.reading.apply(concerned, from, last.position);
      this.#wroteAt = performance.now();
      this.#took = this.#wroteAt - start;
      this.#position = last.position;
    } else {
      this.#set({ caughtUp: true });
      await this.reading.caughtUp();
    }
    if (!this.#isNoted) await this.#goesOn();
    return last !== undefined;
  }

  async #failed(error: unknown, failures: number, signal: AbortSignal): Promise<number> {
    if (signal.aborted) return failures;
    const after = this.#position;
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
        after,
        err: error,
      });
    }
    this.#set({ state: 'stopped', error: message });
    await this.reading.note(`stopped: ${message}`).catch(() => undefined);
    await rest(STOPPED_MILLISECONDS, signal);
    return failures;
  }

  /** Also after a restart: the checkpoint may still tell why a process before this one stopped. */
  async #goesOn(): Promise<void> {
    if (this.#status.state === 'stopped') {
      this.#set({ state: 'running', error: null });
      this.#logger.log('Goes on.');
    }
    await this.reading.note('running');
    this.#isNoted = true;
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
