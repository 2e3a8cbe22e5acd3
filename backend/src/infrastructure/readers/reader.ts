import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { categoryOf } from '@posthorn/event-sourcing';
import type { Position, StoredEvent } from '@posthorn/event-sourcing/event-store';
import { Logger } from '@nestjs/common';
import { isTransient } from '#infrastructure/event-log/is-transient.ts';
import { CheckpointHasMoved } from './checkpoints.ts';
import { LazyCheckpoint } from './lazy-checkpoint.ts';
import type { LogTail } from './log-tail.ts';
import type { EventConsumer } from './event-consumer.ts';

const BATCH = 500;
/**
 * The first event of a while is written at once. Under a stream of single events a reader rests as long as its last write
 * took, at most so long, so that they travel in batches.
 */
const PACE_MILLISECONDS = 100;
const TRIES = 3;
const BACKOFF_MILLISECONDS = [100, 1_000] as const;
/** A world that is down is asked again this often. */
const OUTAGE_MILLISECONDS = 1_000;
/** A stopped reader tries its event again this often: a fix outside the product needs no restart. */
const STOPPED_MILLISECONDS = 60_000;

export type ReaderStatus = Readonly<{
  name: string;
  kind: EventConsumer['kind'];
  state: 'standby' | 'running' | 'stopped';
  caughtUp: boolean;
  error: string | null;
  restarts: number;
}>;

type Found = Readonly<{
  checkpoint: LazyCheckpoint;
  page: readonly StoredEvent[];
  /** Those of its categories. */
  concerned: readonly StoredEvent[];
}>;

/** Reads the log for one projection or process: pages in, batches out, three tries at a bad event, then a full stop. */
export class Reader {
  readonly #logger: Logger;
  readonly #categories: ReadonlySet<string>;
  #status: ReaderStatus;
  /** Undefined until `resume` has told: the one in the database is the truth. */
  #checkpoint: LazyCheckpoint | undefined;
  /** The checkpoint says that it runs. */
  #isNoted = false;
  #wroteAt = -Infinity;
  #took = 0;

  constructor(
    readonly consumer: EventConsumer,
    private readonly tail: LogTail,
  ) {
    this.#logger = new Logger(consumer.name);
    this.#categories = new Set(consumer.categories);
    this.#status = {
      name: consumer.name,
      kind: consumer.kind,
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
    this.#checkpoint = undefined;
    this.#set({ state: 'running', error: null });
    let failures = 0;
    while (!signal.aborted) {
      const { heard } = this.tail;
      try {
        // After a failure one by one, so that all before the bad event is written.
        const found = await this.#find(failures > 0 ? 1 : BATCH);
        const wait = failures > 0 ? 0 : this.#rest(found);
        if (wait > 0) {
          await rest(wait, signal);
          continue;
        }
        const hasMoved = await this.#take(found);
        // One by one each is written, so that the next try begins at the bad event.
        await this.#write(failures > 0);
        if (hasMoved) failures = 0;
        else await this.tail.sleep(heard, signal, found.checkpoint.untilWrite);
      } catch (error) {
        failures = await this.#failed(error, failures, signal);
      }
    }
    // Where it cannot be written, whoever comes next looks again at what concerns nobody.
    await this.#write(true).catch(() => undefined);
    this.#set({ state: 'standby', caughtUp: false });
  }

  /** One page. False: there was nothing to read, and the checkpoint says so. Errors fly. */
  async step(): Promise<boolean> {
    try {
      const hasMoved = await this.#take(await this.#find(BATCH));
      await this.#write(!hasMoved);
      return hasMoved;
    } catch (error) {
      this.#checkpoint = undefined;
      throw error;
    }
  }

  /** Another process wants to see in the checkpoint when this position is reached. */
  writeWhenAt(position: Position): void {
    this.#checkpoint?.ask(position);
    this.tail.wake();
  }

  async #find(max: number): Promise<Found> {
    if (!this.#checkpoint) {
      this.#checkpoint = new LazyCheckpoint(await this.consumer.resume());
      this.#isNoted = false;
    }
    const checkpoint = this.#checkpoint;
    const page = await this.tail.page(checkpoint.passed, max);
    const concerned = page.filter(({ stream }) => this.#categories.has(categoryOf(stream)));
    return { checkpoint, page, concerned };
  }

  #rest({ page, concerned }: Found): number {
    if (concerned.length === 0 || page.length >= BATCH) return 0;
    return this.#wroteAt + Math.min(PACE_MILLISECONDS, this.#took) - performance.now();
  }

  async #take({ checkpoint, page, concerned }: Found): Promise<boolean> {
    const last = page.at(-1);
    this.#set({ caughtUp: last === undefined });
    if (!last) {
      checkpoint.end();
      await this.consumer.caughtUp();
    } else if (concerned.length > 0) {
      const start = performance.now();
      await this.consumer.apply(concerned, checkpoint.written, last.position);
      this.#wroteAt = performance.now();
      this.#took = this.#wroteAt - start;
      checkpoint.hasWritten(last.position);
    } else {
      checkpoint.pass(last.position);
      this.consumer.passed(last.position);
    }
    if (!this.#isNoted) await this.#goesOn();
    return last !== undefined;
  }

  /** @param isAnyCase also when it may wait */
  async #write(isAnyCase: boolean): Promise<void> {
    const to = this.#checkpoint?.toWrite(isAnyCase);
    if (!this.#checkpoint || to === undefined) return;
    await this.consumer.write(this.#checkpoint.written, to);
    this.#checkpoint.hasWritten(to);
  }

  async #failed(error: unknown, failures: number, signal: AbortSignal): Promise<number> {
    if (signal.aborted) return failures;
    const after = this.#checkpoint?.passed;
    this.#checkpoint = undefined;
    this.#set({ restarts: this.#status.restarts + 1 });
    if (error instanceof CheckpointHasMoved) {
      this.#logger.warn('Another runner or a rebuild has moved the checkpoint; going on from there.');
      return failures;
    }
    const message = error instanceof Error ? error.message : String(error);
    // The log or the database is away: no event is to blame.
    if (isTransient(error)) {
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
    await this.consumer.note(`stopped: ${message}`).catch(() => undefined);
    await rest(STOPPED_MILLISECONDS, signal);
    return failures;
  }

  /** Also after a restart: the checkpoint may still tell why a process before this one stopped. */
  async #goesOn(): Promise<void> {
    if (this.#status.state === 'stopped') {
      this.#set({ state: 'running', error: null });
      this.#logger.log('Goes on.');
    }
    await this.consumer.note('running');
    this.#isNoted = true;
  }

  #set(change: Partial<ReaderStatus>): void {
    this.#status = { ...this.#status, ...change };
  }
}

const rest = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  milliseconds <= 0 || signal.aborted
    ? Promise.resolve()
    : pause(milliseconds, undefined, { signal }).catch(() => undefined);
