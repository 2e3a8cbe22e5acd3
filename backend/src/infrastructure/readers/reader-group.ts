import { performance } from 'node:perf_hooks';
import type { Position, StoredEvent } from '@posthorn/event-sourcing/event-store';
import { WakeUp } from '@posthorn/event-store/wake-up';
import { Logger } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '#infrastructure/database/transaction.ts';
import type { EventCodec } from '#infrastructure/event-log/event-codec.ts';
import { isTransient } from '#infrastructure/event-log/is-transient.ts';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import type { Checkpoints, CheckpointMove } from './checkpoints.ts';
import type { LazyCheckpoint } from './lazy-checkpoint.ts';
import { WRITE_MILLISECONDS } from './lazy-checkpoint.ts';
import type { LogTail } from './log-tail.ts';
import type { Touched } from './projection.ts';
import { paceAfter } from './pace.ts';
import type { ReaderPositions } from './reader-positions.ts';
import type { RowsChanged } from './rows-changed.ts';
import { slowerThan } from './slow-members.ts';
import type { TailFollower } from './tail-follower.ts';

const BATCH = 500;
/** Limits, in milliseconds, of a member's waits for locks and of its statements, because all others wait for them. Beyond them it has failed. */
const LIMITS = `set local lock_timeout = 500; set local statement_timeout = 5000`;
/** Only the group itself ends this sleep. */
const NEVER = new AbortController().signal;

/** A read model in a transaction that it shares with others. */
export type SharedModel = Readonly<{
  /** The schema of its tables. No two read models of the product have tables of the same name. */
  schema: string;
  /** Workers lock its rows, so it comes last in the transaction: then they wait for the shortest time. */
  hasLeases: boolean;
  /** Whether it must vacuum its tables at the end of the log, which takes time. */
  needsVacuum(): boolean;
  move(from: Position | null, to: Position): CheckpointMove;
  apply(tx: PoolClient, events: readonly LoggedEvent[]): Promise<readonly Touched[]>;
  /** Called when rows and checkpoint are written. */
  applied(events: number, to: Position): void;
}>;

export type GroupMember = Readonly<{
  name: string;
  model: SharedModel;
  checkpoint: LazyCheckpoint;
  isConcernedBy(event: StoredEvent): boolean;
  /** No event up to here concerns it. */
  pass(to: Position): void;
  tell(isCaughtUp: boolean): void;
}>;

/**
 * Why a member has left:
 * - `moved`: its checkpoint was moved by another runner;
 * - `failed`, `slow`: it reads alone for a while;
 * - `away`: the log or the database does not answer;
 * - `vacuum`: it must vacuum its tables, see `SharedModel`;
 * - `stopped`: its signal was aborted.
 */
export type LeaveReason = 'moved' | 'failed' | 'away' | 'slow' | 'vacuum' | 'stopped';
/** `error`: the failure of a member that `failed`. */
export type Departure = Readonly<{ why: LeaveReason; error?: unknown }>;
type Place = GroupMember & Readonly<{ leave: (departure: Departure) => void }>;
/** The events of a batch that concern a member: at least one. */
type Share = Readonly<{ place: Place; events: readonly StoredEvent[] }>;

class MemberFailed extends Error {
  override readonly name = 'MemberFailed';
  constructor(
    readonly places: readonly Place[],
    readonly why: LeaveReason,
    options?: ErrorOptions,
  ) {
    super('A read model cannot take its part of a batch', options);
  }
}

export type GroupParts = Readonly<{
  pool: Pool;
  codec: EventCodec;
  checkpoints: Checkpoints;
  changes: RowsChanged;
  positions: ReaderPositions;
}>;

/**
 * The read models of this process at the end of the log. They read it together: a page is decoded once and written in one transaction,
 * which moves all their checkpoints in one statement. A member that fails or is slow leaves and reads alone. See ADR 37.
 */
export class ReaderGroup {
  readonly #logger = new Logger('readers');
  readonly #places = new Map<string, Place>();
  #follower: TailFollower | undefined;
  #isRunning = false;
  #round: Promise<unknown> | undefined;
  #wroteAt = -Infinity;
  #took = 0;
  readonly #hurry = new WakeUp();

  constructor(
    private readonly tail: LogTail,
    private readonly parts: GroupParts,
  ) {
    parts.positions.whenAwaited(() => {
      this.#hurry.ring();
    });
  }

  /** Resolves when the member leaves or the signal aborts; nothing is written for it afterwards. */
  async stay(member: GroupMember, signal: AbortSignal): Promise<Departure> {
    const { promise, resolve } = Promise.withResolvers<Departure>();
    const place: Place = { ...member, leave: resolve };
    const stop = () => {
      this.#dismiss(place, { why: 'stopped' });
    };
    this.#places.set(place.name, place);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    if (!this.#isRunning) void this.#run();
    this.wake();
    const departure = await promise;
    signal.removeEventListener('abort', stop);
    await this.#round;
    return departure;
  }

  /** Wakes the group, because a request waits for the checkpoint of a member. */
  wake(): void {
    this.#hurry.ring();
    this.#follower?.wake();
  }

  #dismiss(place: Place, departure: Departure): void {
    if (this.#places.get(place.name) === place) this.#places.delete(place.name);
    place.leave(departure);
    this.wake();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    const isConcernedBy = (event: StoredEvent) =>
      [...this.#places.values()].some((place) => place.isConcernedBy(event));
    const follower = (this.#follower = this.tail.follow(isConcernedBy));
    while (this.#places.size > 0) {
      const { heard } = follower;
      const round = (this.#round = this.#readOn());
      const hasMoved = await round;
      this.#round = undefined;
      if (!hasMoved && this.#places.size > 0) await this.#sleep(follower, heard);
    }
    this.tail.leave(follower);
    this.#isRunning = false;
  }

  async #sleep(follower: TailFollower, heard: number): Promise<void> {
    const places = [...this.#places.values()];
    const untilWrite = places.flatMap(({ checkpoint }) => checkpoint.untilWrite ?? []);
    const passed = (to: Position) => {
      for (const place of this.#places.values()) passUpTo(place, to);
      if ([...this.#places.values()].some(({ checkpoint }) => checkpoint.toWrite() !== undefined))
        follower.wake();
    };
    const atMost = Math.min(WRITE_MILLISECONDS, ...untilWrite);
    await follower.sleep({ heard, signal: NEVER, atMost, at: lowest(places), passed });
  }

  /** Reads and handles one page. False: there was nothing to read. An error makes members leave. */
  async #readOn(): Promise<boolean> {
    const places = inOrder([...this.#places.values()]);
    try {
      await this.#rest();
      const page = await this.tail.page(lowest(places), BATCH);
      const to = page.at(-1)?.position;
      for (const place of places) place.tell(to === undefined);
      if (to !== undefined) await this.#take(places, page, to);
      await this.#write(places);
      return to !== undefined;
    } catch (error) {
      const { leaving, ...departure } = leavingAfter(error, places);
      for (const place of leaving) this.#dismiss(place, departure);
      if (departure.why === 'away' && !isTransient(error))
        this.#logger.error({
          msg: 'The readers could not read together; each continues alone and then joins the others again',
          err: error,
        });
      return true;
    }
  }

  /** Pauses so that events are handled in batches, but never while a request waits for them. */
  async #rest(): Promise<void> {
    const { heard } = this.#hurry;
    if (this.parts.positions.areAwaited) return;
    const wait = this.#wroteAt + paceAfter(this.#took) - performance.now();
    if (wait > 0) await this.#hurry.sleep(heard, NEVER, wait);
  }

  async #take(places: readonly Place[], page: readonly StoredEvent[], to: Position): Promise<void> {
    const shares = places.flatMap((place): Share[] => {
      const events = page.filter(
        (event) => isBefore(place.checkpoint.passed, event.position) && place.isConcernedBy(event),
      );
      return events.length > 0 ? [{ place, events }] : [];
    });
    if (shares.length > 0) await this.#apply(shares, to);
    for (const place of places) passUpTo(place, to);
  }

  async #apply(shares: readonly Share[], to: Position): Promise<void> {
    const { pool, codec, changes } = this.parts;
    const wanted = new Set(shares.flatMap(({ events }) => events));
    const stored = [...wanted].sort((one, other) => (isBefore(one.position, other.position) ? -1 : 1));
    const decoded = await codec.decodeLazily(stored);
    const tookOf = new Map<Place | null, number>();
    const start = performance.now();
    const path = shares.map(({ place }) => `"${place.model.schema}"`).join(', ');
    const touched = await inTransaction(
      pool,
      (tx) => this.#applyIn(tx, shares, to, { decoded, tookOf }),
      `begin; ${LIMITS}; set local search_path to ${path}, public`,
    );
    this.#wroteAt = performance.now();
    this.#took = this.#wroteAt - start;
    const slow = slowerThan([...tookOf.values()]);
    for (const { place, events } of shares) {
      place.checkpoint.hasWritten(to);
      place.model.applied(events.length, to);
      if ((tookOf.get(place) ?? 0) > slow) this.#dismiss(place, { why: 'slow' });
      else if (place.model.needsVacuum()) this.#dismiss(place, { why: 'vacuum' });
    }
    // Best effort: the rows are written, and a page that misses this message reads again when it becomes visible.
    if (touched.length > 0) await changes.publish(touched, to).catch(() => undefined);
  }

  async #applyIn(
    tx: PoolClient,
    shares: readonly Share[],
    to: Position,
    { decoded, tookOf }: Readonly<{ decoded: readonly LoggedEvent[]; tookOf: Map<Place | null, number> }>,
  ): Promise<readonly Touched[]> {
    const moves = shares.map(({ place }) => place.model.move(place.checkpoint.written, to));
    const began = performance.now();
    const moved = await this.parts.checkpoints.moveAll(moves, tx);
    tookOf.set(null, performance.now() - began);
    const stale = shares.filter((_, index) => !moved[index]).map(({ place }) => place);
    if (stale.length > 0) throw new MemberFailed(stale, 'moved');
    const touched: Touched[] = [];
    for (const { place, events } of shares) {
      const own = new Set(events.map(({ position }) => position));
      const start = performance.now();
      try {
        const logged = decoded.filter(({ position }) => own.has(position));
        touched.push(...(await place.model.apply(tx, logged)));
      } catch (cause) {
        throw new MemberFailed([place], 'failed', { cause });
      }
      tookOf.set(place, performance.now() - start);
    }
    return touched;
  }

  /** Writes the checkpoints that are due, or that a request waits for, in one statement. */
  async #write(places: readonly Place[]): Promise<void> {
    const writing = places.flatMap((place) => {
      const to = this.#places.has(place.name) ? place.checkpoint.toWrite() : undefined;
      return to === undefined ? [] : [{ place, to }];
    });
    await Promise.all(
      writing.map(async ({ place, to }) => {
        const move = place.model.move(place.checkpoint.written, to);
        if (!(await this.parts.checkpoints.tryMove(move))) throw new MemberFailed([place], 'moved');
        place.checkpoint.hasWritten(to);
      }),
    );
  }
}

/** When no member is to blame, as in an outage of the log or the database, all leave. */
function leavingAfter(
  error: unknown,
  all: readonly Place[],
): Departure & Readonly<{ leaving: readonly Place[] }> {
  return error instanceof MemberFailed && !isTransient(error)
    ? { leaving: error.places, why: error.why, error: error.cause }
    : { leaving: all, why: 'away' };
}

const isBefore = (one: Position | null, other: Position): boolean => one === null || one < other;

function passUpTo(place: Place, to: Position): void {
  if (isBefore(place.checkpoint.passed, to)) place.pass(to);
}

const lowest = (places: readonly Place[]): Position | null => {
  const [first = null, ...others] = places.map(({ checkpoint }) => checkpoint.passed);
  return others.reduce((low, next) => (low !== null && isBefore(next, low) ? next : low), first);
};

/** The same order in every batch, so that transactions cannot deadlock. */
const inOrder = (places: readonly Place[]): readonly Place[] =>
  [...places].sort(
    (one, other) =>
      Number(one.model.hasLeases) - Number(other.model.hasLeases) || (one.name < other.name ? -1 : 1),
  );
