import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { categoryOf } from '@posthorn/event-sourcing';
import type { Position, StoredEvent } from '@posthorn/event-sourcing/event-store';
import { Logger } from '@nestjs/common';
import { isTransient } from '#infrastructure/event-log/is-transient.ts';
import { CheckpointHasMoved } from './checkpoints.ts';
import { HANDLED_MILLISECONDS, LazyCheckpoint } from './lazy-checkpoint.ts';
import type { LogTail } from './log-tail.ts';
import { LogEnd } from './log-end.ts';
import { MOST_MILLISECONDS, paceAfter } from './pace.ts';
import type { ReaderGroup } from './reader-group.ts';
import type { TailFollower } from './tail-follower.ts';
import type { EventConsumer } from './event-consumer.ts';

const BATCH = 500;
const TRIES = 3;
/** Milliseconds after the first and after the second failure of the same event. */
const BACKOFF_MILLISECONDS = [100, 1_000] as const;
/** Milliseconds between two tries of a stopped reader, so that a fix outside the product needs no restart. */
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
  /** The position up to which the reader handles events now; undefined: there is nothing to read. */
  to: Position | undefined;
  /** Whether more events may already follow. */
  isFull: boolean;
  /** The events that concern the reader: of its categories and types. */
  concerned: readonly StoredEvent[];
}>;

/**
 * Reads the log for one projection or event process in pages, and handles its events in batches. After a failure, smaller batches find the bad
 * event. After three attempts with this event alone the reader stops.
 */
export class Reader {
  readonly #logger: Logger;
  readonly #end: LogEnd;
  readonly #categories: ReadonlySet<string>;
  readonly #types: ReadonlySet<string> | null;
  #status: ReaderStatus;
  /** Undefined until `resume` has returned: only the stored position counts. */
  #checkpoint: LazyCheckpoint | undefined;
  /** Whether the stored state says that the reader runs. */
  #isNoted = false;
  #follower: TailFollower | undefined;
  /** The number of its events that it handles in one batch. */
  #batchSize = BATCH;
  /** Whether the batch has at most one event, so that only this event can have caused a failure. */
  #isAlone = true;
  #wroteAt = -Infinity;
  #lastWriteMs = 0;

  /** @param group the readers that read together at the end of the log */
  constructor(
    readonly consumer: EventConsumer,
    private readonly tail: LogTail,
    private readonly group: ReaderGroup,
  ) {
    this.#logger = new Logger(consumer.name);
    this.#end = new LogEnd(consumer, group, this.#logger);
    this.#categories = new Set(consumer.categories);
    this.#types = consumer.types && new Set(consumer.types);
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

  /** Runs until the signal aborts. Handles all errors itself. */
  async run(signal: AbortSignal): Promise<void> {
    this.#checkpoint = undefined;
    this.#set({ state: 'running', error: null });
    const follower = (this.#follower = this.tail.follow((event) => this.#isConcernedBy(event)));
    this.#batchSize = BATCH;
    let failures = 0;
    while (!signal.aborted) {
      const { heard } = follower;
      try {
        const found = await this.#find();
        // An event process may need long for an event, and that says nothing about the log or the database.
        if (this.consumer.kind === 'process') this.tail.outage.passed(this);
        const wait = failures > 0 ? 0 : this.#pauseLeft(found);
        if (wait > 0) {
          await pauseFor(wait, signal);
          continue;
        }
        const hasMoved = await this.#take(found);
        this.tail.outage.passed(this);
        // After a failure each batch is written, so that the next attempt begins at the bad event.
        await this.#write(this.#batchSize < BATCH);
        if (!hasMoved) await this.#wait(follower, heard, found.checkpoint, signal);
        else if (found.concerned.length > 0) {
          failures = 0;
          this.#batchSize = Math.min(BATCH, 2 * this.#batchSize);
        }
      } catch (error) {
        failures = await this.#handleFailure(error, failures, signal);
      }
    }
    this.tail.leave(follower);
    this.tail.outage.left(this);
    // If the checkpoint cannot be written, the next reader skips the same events again.
    await this.#write(true).catch(() => undefined);
    this.#set({ state: 'standby', caughtUp: false });
  }

  /** Handles one page. Returns false when there was nothing to read; the checkpoint is then stored. Throws all errors. */
  async step(): Promise<boolean> {
    try {
      this.#batchSize = BATCH;
      const hasMoved = await this.#take(await this.#find());
      await this.#write(!hasMoved);
      return hasMoved;
    } catch (error) {
      await this.#write(true).catch(() => undefined);
      this.#checkpoint = undefined;
      throw error;
    }
  }

  /** Stores the checkpoint as soon as it reaches this position, because another OS process waits for it. */
  writeCheckpointAt(position: Position): void {
    this.#checkpoint?.ask(position);
    this.#follower?.wake();
    this.group.wake();
  }

  async #wait(
    follower: TailFollower,
    heard: number,
    checkpoint: LazyCheckpoint,
    signal: AbortSignal,
  ): Promise<void> {
    this.#batchSize = BATCH;
    await this.#end.wait({
      follower,
      heard,
      checkpoint,
      signal,
      isConcernedBy: (event) => this.#isConcernedBy(event),
      setCaughtUp: (caughtUp) => {
        this.#set({ caughtUp });
      },
    });
  }

  #isConcernedBy({ stream, type }: StoredEvent): boolean {
    return this.#categories.has(categoryOf(stream)) && (this.#types === null || this.#types.has(type));
  }

  async #find(): Promise<Found> {
    this.#isAlone = true;
    if (!this.#checkpoint) {
      this.#checkpoint = new LazyCheckpoint(await this.consumer.resume());
      this.#isNoted = false;
    }
    const checkpoint = this.#checkpoint;
    const page = await this.tail.page(checkpoint.passed, BATCH);
    const all = page.filter((event) => this.#isConcernedBy(event));
    const concerned = all.slice(0, this.#batchSize);
    this.#isAlone = concerned.length < 2;
    const to = (concerned.length < all.length ? concerned : page).at(-1)?.position;
    return { checkpoint, to, isFull: page.length >= BATCH, concerned };
  }

  #pauseLeft({ isFull, concerned }: Found): number {
    if (concerned.length === 0 || isFull) return 0;
    // A request may wait for a read model, never for an event process.
    const pace =
      this.consumer.kind === 'process'
        ? paceAfter(this.#lastWriteMs)
        : Math.min(MOST_MILLISECONDS, this.#lastWriteMs);
    return this.#wroteAt + pace - performance.now();
  }

  async #take({ checkpoint, to, concerned }: Found): Promise<boolean> {
    this.#set({ caughtUp: to === undefined });
    if (to === undefined) {
      checkpoint.end();
      await this.consumer.caughtUp();
    } else if (concerned.length > 0) {
      const start = performance.now();
      const hasWritten = await this.consumer.apply(concerned, checkpoint.written, to);
      this.#wroteAt = performance.now();
      this.#lastWriteMs = this.#wroteAt - start;
      if (hasWritten) checkpoint.noteWritten(to);
      else checkpoint.pass(to, HANDLED_MILLISECONDS);
    } else {
      this.#end.pass(checkpoint, to);
    }
    if (!this.#isNoted) await this.#noteRunning();
    return to !== undefined;
  }

  /** @param isForced writes even when the write could wait */
  async #write(isForced: boolean): Promise<void> {
    const to = this.#checkpoint?.toWrite(isForced);
    if (!this.#checkpoint || to === undefined) return;
    await this.consumer.write(this.#checkpoint.written, to);
    this.#checkpoint.noteWritten(to);
  }

  /** Returns the number of failures of the current event. */
  async #handleFailure(error: unknown, failures: number, signal: AbortSignal): Promise<number> {
    if (signal.aborted) return failures;
    // Events that were handled before the failure need not be handled again. If the checkpoint was moved, nothing is written.
    await this.#write(true).catch(() => undefined);
    const after = this.#checkpoint?.passed;
    this.#checkpoint = undefined;
    this.#set({ restarts: this.#status.restarts + 1 });
    if (error instanceof CheckpointHasMoved || isTransient(error)) this.tail.forget();
    if (error instanceof CheckpointHasMoved) {
      this.#logger.log(
        'Another process or a rebuild has moved the checkpoint; the reader continues from there',
      );
      return failures;
    }
    const message = error instanceof Error ? error.message : String(error);
    // The log or the database is unavailable, so no event is the cause.
    if (isTransient(error)) {
      await this.tail.outage.wait(this, message, signal);
      return failures;
    }
    this.tail.outage.passed(this);
    // Batches of one event find the bad event. Each success doubles their size.
    this.#batchSize = 1;
    if (!this.#isAlone) {
      this.#logger.warn({
        msg: 'A batch of events failed; the reader repeats it one event at a time',
        err: error,
      });
      return failures;
    }
    if (failures + 1 < TRIES) {
      this.#logger.warn({ msg: 'An event failed; the reader tries it again', after, err: error });
      await pauseFor(BACKOFF_MILLISECONDS[failures] ?? BACKOFF_MILLISECONDS[1], signal);
      return failures + 1;
    }
    if (this.#status.state !== 'stopped') {
      this.#logger.error({
        msg: 'The reader has stopped at an event that keeps failing; fix the cause, the reader tries again once a minute',
        after,
        err: error,
      });
    }
    this.#set({ state: 'stopped', error: message });
    await this.consumer.note(`stopped: ${message}`).catch(() => undefined);
    await pauseFor(STOPPED_MILLISECONDS, signal);
    return failures;
  }

  /** Notes that the reader runs. After a restart, the stored state may still be the reason for a stop in an earlier OS process. */
  async #noteRunning(): Promise<void> {
    if (this.#status.state === 'stopped') {
      this.#set({ state: 'running', error: null });
      this.#logger.log('The reader continues after its stop');
    }
    await this.consumer.note('running');
    this.#isNoted = true;
  }

  #set(change: Partial<ReaderStatus>): void {
    this.#status = { ...this.#status, ...change };
  }
}

const pauseFor = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  milliseconds <= 0 || signal.aborted
    ? Promise.resolve()
    : pause(milliseconds, undefined, { signal }).catch(() => undefined);
