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
  /** Of what was read it takes so far now; undefined: there is nothing to read. */
  to: Position | undefined;
  /** There may be more after it already. */
  isFull: boolean;
  /** Those of its categories and types. */
  concerned: readonly StoredEvent[];
}>;

/**
 * Reads the log for one projection or process: pages in, batches out. The event of a batch that fails is found by smaller
 * batches; after three tries at it alone the reader stops.
 */
export class Reader {
  readonly #logger: Logger;
  readonly #end: LogEnd;
  readonly #categories: ReadonlySet<string>;
  readonly #types: ReadonlySet<string> | null;
  #status: ReaderStatus;
  /** Undefined until `resume` has told: the one in the database is the truth. */
  #checkpoint: LazyCheckpoint | undefined;
  /** The checkpoint says that it runs. */
  #isNoted = false;
  #follower: TailFollower | undefined;
  /** So many events that concern it are taken at once. */
  #atOnce = BATCH;
  /** If the batch fails, this one event is to blame, or none. */
  #isAlone = true;
  #wroteAt = -Infinity;
  #took = 0;

  /** @param group of the readers that read on together at the end of the log */
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

  /** Until the signal aborts. Errors do not leave it. */
  async run(signal: AbortSignal): Promise<void> {
    this.#checkpoint = undefined;
    this.#set({ state: 'running', error: null });
    const follower = (this.#follower = this.tail.follow((event) => this.#isConcernedBy(event)));
    this.#atOnce = BATCH;
    let failures = 0;
    while (!signal.aborted) {
      const { heard } = follower;
      try {
        const found = await this.#find();
        const wait = failures > 0 ? 0 : this.#rest(found);
        if (wait > 0) {
          await rest(wait, signal);
          continue;
        }
        const hasMoved = await this.#take(found);
        this.tail.outage.passed(this);
        // After a failure each batch is written, so that the next try begins at the bad event.
        await this.#write(this.#atOnce < BATCH);
        if (!hasMoved) await this.#wait(follower, heard, found.checkpoint, signal);
        else if (found.concerned.length > 0) {
          failures = 0;
          this.#atOnce = Math.min(BATCH, 2 * this.#atOnce);
        }
      } catch (error) {
        failures = await this.#failed(error, failures, signal);
      }
    }
    this.tail.leave(follower);
    this.tail.outage.left(this);
    // Where it cannot be written, whoever comes next looks again at what concerns nobody.
    await this.#write(true).catch(() => undefined);
    this.#set({ state: 'standby', caughtUp: false });
  }

  /** One page. False: there was nothing to read, and the checkpoint says so. Errors fly. */
  async step(): Promise<boolean> {
    try {
      this.#atOnce = BATCH;
      const hasMoved = await this.#take(await this.#find());
      await this.#write(!hasMoved);
      return hasMoved;
    } catch (error) {
      await this.#write(true).catch(() => undefined);
      this.#checkpoint = undefined;
      throw error;
    }
  }

  /** Another process wants to see in the checkpoint when this position is reached. */
  writeWhenAt(position: Position): void {
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
    this.#atOnce = BATCH;
    await this.#end.wait({
      follower,
      heard,
      checkpoint,
      signal,
      isConcernedBy: (event) => this.#isConcernedBy(event),
      tell: (caughtUp) => {
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
    const concerned = all.slice(0, this.#atOnce);
    this.#isAlone = concerned.length < 2;
    const to = (concerned.length < all.length ? concerned : page).at(-1)?.position;
    return { checkpoint, to, isFull: page.length >= BATCH, concerned };
  }

  #rest({ isFull, concerned }: Found): number {
    if (concerned.length === 0 || isFull) return 0;
    // A request may wait for a read model, never for a process.
    const pace =
      this.consumer.kind === 'process' ? paceAfter(this.#took) : Math.min(MOST_MILLISECONDS, this.#took);
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
      this.#took = this.#wroteAt - start;
      if (hasWritten) checkpoint.hasWritten(to);
      else checkpoint.pass(to, HANDLED_MILLISECONDS);
    } else {
      this.#end.pass(checkpoint, to);
    }
    if (!this.#isNoted) await this.#goesOn();
    return to !== undefined;
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
    // What was handled before it need not be handled again. Where the checkpoint has moved, nothing is written.
    await this.#write(true).catch(() => undefined);
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
      await this.tail.outage.wait(this, message, signal);
      return failures;
    }
    this.tail.outage.passed(this);
    // Then two, four … at once.
    this.#atOnce = 1;
    if (!this.#isAlone) {
      this.#logger.warn({ msg: 'Failed, looking for the event', err: error });
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
