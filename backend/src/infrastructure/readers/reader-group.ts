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
import { slowThresholdOf } from './slow-members.ts';
import type { TailFollower } from './tail-follower.ts';

const BATCH = 500;
/** Limits, in milliseconds, of a member's waits for locks and of its statements, because all others wait for the member. Beyond a limit it has failed. */
const LIMITS = `set local lock_timeout = 500; set local statement_timeout = 5000`;
/** Only the group itself ends this sleep. */
const NEVER = new AbortController().signal;

/** A read model in a transaction that it shares with others. */
export type SharedModel = Readonly<{
  /** The schema of its tables. No two read models of the product have tables of the same name. */
  schema: string;
  /** Workers lock its rows. So it comes last in the transaction, and workers wait for the shortest time. */
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
  /** Called when no event up to this position concerns the member. */
  pass(to: Position): void;
  setCaughtUp(isCaughtUp: boolean): void;
}>;

/**
 * Why a member has left:
 * - `moved`: its checkpoint was moved by another process;
 * - `failed`, `slow`: it reads alone for a while;
 * - `away`: the log or the database does not respond;
 * - `vacuum`: it must vacuum its tables, see `SharedModel`;
 * - `stopped`: its signal was aborted.
 */
export type LeaveReason = 'moved' | 'failed' | 'away' | 'slow' | 'vacuum' | 'stopped';
/** `error`: the failure of a member that `failed`. */
export type Departure = Readonly<{ why: LeaveReason; error?: unknown }>;
type Member = GroupMember & Readonly<{ leave: (departure: Departure) => void }>;
/** The events of a batch that concern a member: at least one. */
type Share = Readonly<{ member: Member; events: readonly StoredEvent[] }>;

class MemberFailed extends Error {
  override readonly name = 'MemberFailed';
  constructor(
    readonly members: readonly Member[],
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
 * The read models of this process at the end of the log. They read together: a page is decoded once and written in one transaction,
 * which moves all their checkpoints in one statement. A member that fails or is slow leaves and reads alone. See ADR 37.
 */
export class ReaderGroup {
  readonly #logger = new Logger('readers');
  readonly #members = new Map<string, Member>();
  #follower: TailFollower | undefined;
  #isRunning = false;
  #round: Promise<unknown> | undefined;
  #wroteAt = -Infinity;
  #lastWriteMs = 0;
  readonly #requestWaits = new WakeUp();

  constructor(
    private readonly tail: LogTail,
    private readonly parts: GroupParts,
  ) {
    parts.positions.whenAwaited(() => {
      this.#requestWaits.ring();
    });
  }

  /** Resolves when the member leaves or the signal aborts; afterwards nothing is written for the member. */
  async stay(joining: GroupMember, signal: AbortSignal): Promise<Departure> {
    const { promise, resolve } = Promise.withResolvers<Departure>();
    const member: Member = { ...joining, leave: resolve };
    const stop = () => {
      this.#remove(member, { why: 'stopped' });
    };
    this.#members.set(member.name, member);
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
    this.#requestWaits.ring();
    this.#follower?.wake();
  }

  #remove(member: Member, departure: Departure): void {
    if (this.#members.get(member.name) === member) this.#members.delete(member.name);
    member.leave(departure);
    this.wake();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    const isConcernedBy = (event: StoredEvent) =>
      [...this.#members.values()].some((member) => member.isConcernedBy(event));
    const follower = (this.#follower = this.tail.follow(isConcernedBy));
    while (this.#members.size > 0) {
      const { heard } = follower;
      const round = (this.#round = this.#handleNextPage());
      const hasMoved = await round;
      this.#round = undefined;
      if (!hasMoved && this.#members.size > 0) await this.#sleep(follower, heard);
    }
    this.tail.leave(follower);
    this.#isRunning = false;
  }

  async #sleep(follower: TailFollower, heard: number): Promise<void> {
    const members = [...this.#members.values()];
    const untilWrite = members.flatMap(({ checkpoint }) => checkpoint.untilWrite ?? []);
    const passed = (to: Position) => {
      for (const member of this.#members.values()) passUpTo(member, to);
      if ([...this.#members.values()].some(({ checkpoint }) => checkpoint.toWrite() !== undefined))
        follower.wake();
    };
    const atMost = Math.min(WRITE_MILLISECONDS, ...untilWrite);
    await follower.sleep({ heard, signal: NEVER, atMost, at: lowest(members), passed });
  }

  /** Reads and handles one page. False: there was nothing to read. An error makes members leave. */
  async #handleNextPage(): Promise<boolean> {
    const members = inOrder([...this.#members.values()]);
    try {
      await this.#pauseForBatch();
      const page = await this.tail.page(lowest(members), BATCH);
      const to = page.at(-1)?.position;
      for (const member of members) member.setCaughtUp(to === undefined);
      if (to !== undefined) await this.#take(members, page, to);
      await this.#write(members);
      return to !== undefined;
    } catch (error) {
      const { leaving, ...departure } = leavingAfter(error, members);
      for (const member of leaving) this.#remove(member, departure);
      if (departure.why === 'away' && !isTransient(error))
        this.#logger.error({
          msg: 'The readers could not read together; each continues alone and then joins the others again',
          err: error,
        });
      return true;
    }
  }

  /** Pauses so that events are handled in batches, but never while a request waits for them. */
  async #pauseForBatch(): Promise<void> {
    const { heard } = this.#requestWaits;
    if (this.parts.positions.areAwaited) return;
    const wait = this.#wroteAt + paceAfter(this.#lastWriteMs) - performance.now();
    if (wait > 0) await this.#requestWaits.sleep(heard, NEVER, wait);
  }

  async #take(members: readonly Member[], page: readonly StoredEvent[], to: Position): Promise<void> {
    const shares = members.flatMap((member): Share[] => {
      const events = page.filter(
        (event) => isBefore(member.checkpoint.passed, event.position) && member.isConcernedBy(event),
      );
      return events.length > 0 ? [{ member, events }] : [];
    });
    if (shares.length > 0) await this.#apply(shares, to);
    for (const member of members) passUpTo(member, to);
  }

  async #apply(shares: readonly Share[], to: Position): Promise<void> {
    const { pool, codec, changes } = this.parts;
    const needed = new Set(shares.flatMap(({ events }) => events));
    const stored = [...needed].sort((one, other) => (isBefore(one.position, other.position) ? -1 : 1));
    const decoded = await codec.decodeLazily(stored);
    const tookOf = new Map<Member | null, number>();
    const start = performance.now();
    const path = shares.map(({ member }) => `"${member.model.schema}"`).join(', ');
    const touched = await inTransaction(
      pool,
      (tx) => this.#applyIn(tx, shares, to, { decoded, tookOf }),
      `begin; ${LIMITS}; set local search_path to ${path}, public`,
    );
    this.#wroteAt = performance.now();
    this.#lastWriteMs = this.#wroteAt - start;
    const slowAbove = slowThresholdOf([...tookOf.values()]);
    for (const { member, events } of shares) {
      member.checkpoint.noteWritten(to);
      member.model.applied(events.length, to);
      if ((tookOf.get(member) ?? 0) > slowAbove) this.#remove(member, { why: 'slow' });
      else if (member.model.needsVacuum()) this.#remove(member, { why: 'vacuum' });
    }
    // Best effort: the rows are written, and a page that misses this message reads again when it becomes visible.
    if (touched.length > 0) await changes.publish(touched, to).catch(() => undefined);
  }

  async #applyIn(
    tx: PoolClient,
    shares: readonly Share[],
    to: Position,
    { decoded, tookOf }: Readonly<{ decoded: readonly LoggedEvent[]; tookOf: Map<Member | null, number> }>,
  ): Promise<readonly Touched[]> {
    const moves = shares.map(({ member }) => member.model.move(member.checkpoint.written, to));
    const moveStart = performance.now();
    const moved = await this.parts.checkpoints.moveAll(moves, tx);
    tookOf.set(null, performance.now() - moveStart);
    const stale = shares.filter((_, index) => !moved[index]).map(({ member }) => member);
    if (stale.length > 0) throw new MemberFailed(stale, 'moved');
    const touched: Touched[] = [];
    for (const { member, events } of shares) {
      const positions = new Set(events.map(({ position }) => position));
      const start = performance.now();
      try {
        const logged = decoded.filter(({ position }) => positions.has(position));
        touched.push(...(await member.model.apply(tx, logged)));
      } catch (cause) {
        throw new MemberFailed([member], 'failed', { cause });
      }
      tookOf.set(member, performance.now() - start);
    }
    return touched;
  }

  /** Writes the checkpoints that are due, or that a request waits for, in one statement. */
  async #write(members: readonly Member[]): Promise<void> {
    const writing = members.flatMap((member) => {
      const to = this.#members.has(member.name) ? member.checkpoint.toWrite() : undefined;
      return to === undefined ? [] : [{ member, to }];
    });
    await Promise.all(
      writing.map(async ({ member, to }) => {
        const move = member.model.move(member.checkpoint.written, to);
        if (!(await this.parts.checkpoints.tryMove(move))) throw new MemberFailed([member], 'moved');
        member.checkpoint.noteWritten(to);
      }),
    );
  }
}

/** Returns the members that leave after an error. In an outage of the log or the database, all leave. */
function leavingAfter(
  error: unknown,
  all: readonly Member[],
): Departure & Readonly<{ leaving: readonly Member[] }> {
  return error instanceof MemberFailed && !isTransient(error)
    ? { leaving: error.members, why: error.why, error: error.cause }
    : { leaving: all, why: 'away' };
}

const isBefore = (one: Position | null, other: Position): boolean => one === null || one < other;

function passUpTo(member: Member, to: Position): void {
  if (isBefore(member.checkpoint.passed, to)) member.pass(to);
}

const lowest = (members: readonly Member[]): Position | null => {
  const [first = null, ...others] = members.map(({ checkpoint }) => checkpoint.passed);
  return others.reduce((low, next) => (low !== null && isBefore(next, low) ? next : low), first);
};

/** Sorts the members in the same way for every batch, so that transactions cannot deadlock. */
const inOrder = (members: readonly Member[]): readonly Member[] =>
  [...members].sort(
    (one, other) =>
      Number(one.model.hasLeases) - Number(other.model.hasLeases) || (one.name < other.name ? -1 : 1),
  );
