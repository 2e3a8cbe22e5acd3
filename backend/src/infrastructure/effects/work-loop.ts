import type { Logger } from '@nestjs/common';
import type { SchedulerRegistry } from '@nestjs/schedule';
import { setTimeout as pause } from 'node:timers/promises';
import { Lease } from './lease.ts';
import { isTransient } from '#infrastructure/event-log/is-transient.ts';
import { onEachTick } from './ticks.ts';
import { runInLane } from '#infrastructure/database/fair-queue.ts';
import { freeSlots, hasFullShare, SLOTS, without, type FreeSlots } from './slots.ts';
import type { Work, WorkTable } from './work-table.ts';

const LONGEST_BACKOFF_MS = 2_000;

/** Durations in milliseconds. */
export type WorkTimes = Readonly<{
  /** Between two checks for due rows. */
  tick: number;
  /** Between two renewals of leases. Much shorter than a lease. */
  renewLease: number;
  /** How long a row waits after its work was interrupted. */
  firstRetry: number;
  /** How long running work may take after the process was asked to stop. */
  drain: number;
}>;

/** The methods of the table that a loop uses. */
type LeasedRows<Row extends object, Platform extends string> = Pick<
  WorkTable<Row, Platform>,
  'claim' | 'checkDue' | 'renew' | 'putBack' | 'idOf' | 'mostPerServer' | 'confirmLease'
>;

export type WorkLoopOptions<Row extends object, Platform extends string> = Readonly<{
  /** Names its intervals; unique in the process: `scheduling.publishing`. */
  name: string;
  table: LeasedRows<Row, Platform>;
  /** All platforms whose rows the loop handles; `['']` if rows have no platform. */
  platforms: readonly Platform[];
  /** How many rows of one platform may run at the same time. */
  slots?: number;
  /** How many of these slots may be used now. */
  slotsNow?: () => number;
  times: WorkTimes;
  scheduler: SchedulerRegistry;
  logger: Logger;
  reached: (point: 'before-claim' | 'claim') => void;
  /** Called at each tick, as a sign of life. */
  ticked?: () => void;
  /** Does the due work of one row and releases the row. `stopNow`: the process cannot wait any longer. */
  run: (lease: Lease<Work<Row, Platform>>, stopNow: AbortSignal) => Promise<void>;
  /** Adds data to the leases of claimed rows that the claim did not read. */
  addMissingData?: (
    claimed: readonly Work<Row, Platform>[],
    leases: Iterable<Lease<Work<Row, Platform>>>,
  ) => Promise<void>;
}>;

/**
 * Ticks, claims due rows for the platforms with a free slot, and runs them. Only the table records what is due, so any number of
 * loops may start and stop.
 */
export class WorkLoop<Row extends object, Platform extends string = string> {
  readonly #leases = new Set<Lease<Work<Row, Platform>>>();
  readonly #working = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  /** Aborted when running work has no more time to finish. */
  readonly #stopNow = new AbortController();
  readonly #slots: number;
  /** While more rows are due, the loop claims again after this many rows of a platform have ended, because each claim is a query. */
  readonly #refillAfter: number;
  /** Platforms that probably have more due rows than there were slots. */
  readonly #crowded = new Set<Platform>();
  /**
   * Platforms on which one owner has their maximum of rows while slots are free. Due rows of other owners may follow those rows,
   * behind the last row that the claim has read. The loop claims once more with these slots.
   */
  readonly #hidden = new Map<Platform, FreeSlots<Platform>>();
  /** Platforms on which that second claim found nothing. The next tick checks them again. */
  readonly #nothingHidden = new Set<Platform>();
  /** Number of rows of a platform that have ended since the last claim for it began. */
  readonly #ended = new Map<Platform, number>();
  /** The next claim is for all platforms, not only for crowded platforms with free slots. */
  #forAll = false;
  /** `tick` was called because work is due, so the next claim skips the check before the claim. */
  #isExpected = false;
  #claiming: Promise<void> | null = null;
  #claimAgain = false;
  #early: NodeJS.Timeout | undefined;
  #isStarted = false;
  #endTicks = (): void => undefined;
  #backoff = 0;
  #pausedUntil = 0;

  constructor(private readonly options: WorkLoopOptions<Row, Platform>) {
    this.#slots = options.slots ?? SLOTS;
    this.#refillAfter = Math.max(1, Math.floor(this.#slots / 8));
  }

  /** From now on the loop ticks and renews its leases by timers. */
  start(): void {
    const { name, scheduler, times } = this.options;
    this.#isStarted = true;
    this.#endTicks = onEachTick(times.tick, () => {
      this.#begin();
    });
    scheduler.addInterval(
      `${name}.leases`,
      setInterval(() => void this.#renew(), times.renewLease),
    );
  }

  /** Claims nothing more and lets running work finish. The next process to claim takes the other rows. */
  async stop(): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    this.#stopping.abort();
    this.endTicks();
    await this.#claiming;
    clearTimeout(this.#early);
    const timer = new AbortController();
    await Promise.race([
      this.#workEnded(),
      pause(this.options.times.drain, undefined, { signal: timer.signal }).catch(() => undefined),
    ]);
    timer.abort();
    this.#stopNow.abort();
    const { name, scheduler } = this.options;
    if (scheduler.doesExist('interval', `${name}.leases`)) scheduler.deleteInterval(`${name}.leases`);
  }

  /** From now on only `tick` and `round` claim. */
  endTicks(): void {
    this.#endTicks();
  }

  /** Claims due rows now, or after the claim that is running. */
  tick(): void {
    this.#isExpected = true;
    this.#begin();
  }

  #begin(): void {
    this.options.ticked?.();
    this.#forAll = true;
    this.#claimNext();
  }

  /** Ticks once, after the pause that follows a failed claim. Waits for the end of all running work. */
  async round(): Promise<void> {
    // A timer may fire a moment early, and a tick before the end of the pause would claim nothing.
    for (let pauseMs = this.#pauseLeft(); pauseMs > 0; pauseMs = this.#pauseLeft())
      await pause(Math.ceil(pauseMs));
    this.tick();
    while (this.#claiming ?? this.#working.size > 0) {
      await this.#claiming;
      await this.#workEnded();
    }
  }

  /** Milliseconds until the pause after a failed claim ends. */
  #pauseLeft(): number {
    return this.#pausedUntil - performance.now();
  }

  async #workEnded(): Promise<void> {
    await Promise.allSettled(this.#working);
  }

  #claimNext(): void {
    if (this.#stopping.signal.aborted || performance.now() < this.#pausedUntil) return;
    if (this.#claiming) {
      this.#claimAgain = true;
      return;
    }
    this.#claiming = this.#claim()
      .then(
        () => {
          this.#backoff = 0;
        },
        (error: unknown) => {
          this.#pauseClaims(error);
        },
      )
      .finally(() => {
        this.#claiming = null;
        if (this.#claimAgain) {
          this.#claimAgain = false;
          this.#claimNext();
        }
      });
  }

  async #claim(): Promise<void> {
    const { table, reached, addMissingData } = this.options;
    const forAll = this.#forAll;
    const isExpected = this.#isExpected;
    this.#forAll = false;
    this.#isExpected = false;
    // A platform that has room again is known to have more due rows.
    if (forAll && !isExpected && !(await this.#isDue())) return;
    const free = this.#freeSlots().filter(({ platform }) => forAll || this.#hasRoomAgain(platform));
    // A platform that has room again gets a separate claim with all its free slots, so it is left out of `hidden`.
    const hidden = [...this.#hidden.values()].filter(
      ({ platform }) => !forAll && !this.#hasRoomAgain(platform),
    );
    this.#hidden.clear();
    if (forAll) this.#nothingHidden.clear();
    for (const { platform } of free) this.#ended.set(platform, 0);
    const slots = [...free, ...hidden];
    if (slots.length === 0) return;
    reached('before-claim');
    const claimed = await runInLane(this.options.name, () => table.claim(slots));
    if (claimed.length > 0) reached('claim');
    const leases = claimed.map((row) => this.#start(row));
    await addMissingData?.(claimed, this.#leases);
    const taken = leases.map(({ row }) => row);
    for (const { platform } of hidden)
      if (!taken.some((row) => row.platform === platform)) this.#nothingHidden.add(platform);
    for (const before of slots) this.#noteCrowd(before, taken);
    if (this.#stopping.signal.aborted) return;
    if (this.#hidden.size > 0 || slots.some(({ platform }) => this.#hasRoomAgain(platform)))
      this.#claimAgain = true;
    // The next due time hardly changes before the next tick.
    if (forAll) this.#tickEarly((await table.checkDue()).wait);
  }

  /** Most loops have nothing to do most of the time, and a claim costs more than a check. */
  async #isDue(): Promise<boolean> {
    const { due, wait } = await this.options.table.checkDue();
    if (!due) this.#tickEarly(wait);
    return due;
  }

  #hasRoomAgain(platform: Platform): boolean {
    return this.#crowded.has(platform) && (this.#ended.get(platform) ?? 0) >= this.#refillAfter;
  }

  /** Rows that have ended since the claim began do not change what the claim found. */
  #noteCrowd(before: FreeSlots<Platform>, claimed: readonly Work<Row, Platform>[]): void {
    const { platform } = before;
    const taken = claimed.filter((row) => row.platform === platform);
    const after = without(before, taken);
    if (after.free > 0 && !hasFullShare(after, this.options.table.mostPerServer)) {
      this.#crowded.delete(platform);
      return;
    }
    this.#crowded.add(platform);
    if (after.free > 0 && taken.length > 0 && !this.#nothingHidden.has(platform))
      this.#hidden.set(platform, after);
  }

  #start(row: Work<Row, Platform>): Lease<Work<Row, Platform>> {
    const lease: Lease<Work<Row, Platform>> = new Lease(row, () =>
      this.options.table.confirmLease(lease.row),
    );
    this.#leases.add(lease);
    const work = runInLane(this.options.name, () => this.options.run(lease, this.#stopNow.signal))
      .catch((error: unknown) => this.#putBack(lease, error))
      .finally(() => {
        this.#leases.delete(lease);
        this.#working.delete(work);
        this.#refill(row.platform);
      });
    this.#working.add(work);
    return lease;
  }

  #refill(platform: Platform): void {
    this.#ended.set(platform, (this.#ended.get(platform) ?? 0) + 1);
    if (this.#hasRoomAgain(platform)) this.#claimNext();
  }

  /** Nothing was recorded for the row, so a later claim may take the row again. */
  async #putBack(lease: Lease<Work<Row, Platform>>, error: unknown): Promise<void> {
    const { logger, table, times } = this.options;
    const isTemporary = isTransient(error);
    if (isTemporary) this.#pauseClaims(error);
    else
      logger.error({
        msg: `${this.options.name}: the work on a row failed with an unexpected error; it is repeated later`,
        row: lease.row,
        err: error,
      });
    // When the database is unavailable too, the lease expires by itself.
    await table.putBack(lease.row, isTemporary ? times.tick : times.firstRetry).catch(() => undefined);
  }

  /** An outage affects many rows. Only a failure after a pause makes the next pause longer. */
  #pauseClaims(error: unknown): void {
    if (performance.now() < this.#pausedUntil) return;
    if (this.#backoff === 0)
      this.options.logger.warn({
        msg: `${this.options.name}: a server does not answer; the loop takes no rows until its next try`,
        err: error,
      });
    this.#backoff = Math.min(LONGEST_BACKOFF_MS, Math.max(this.options.times.tick, this.#backoff * 2));
    this.#pausedUntil = performance.now() + this.#backoff;
  }

  #freeSlots(): FreeSlots<Platform>[] {
    const claimed = [...this.#leases].map(({ row }) => row);
    const slots = Math.min(this.#slots, this.options.slotsNow?.() ?? Number.POSITIVE_INFINITY);
    return freeSlots(this.options.platforms, claimed, slots);
  }

  /** The next due time is known, so the loop need not wait for its regular tick. */
  #tickEarly(next: number | null): void {
    clearTimeout(this.#early);
    if (!this.#isStarted || next === null || next >= this.options.times.tick) return;
    this.#early = setTimeout(
      () => {
        this.tick();
      },
      Math.max(1, next + 1),
    );
  }

  async #renew(): Promise<void> {
    const { table, logger } = this.options;
    const leases = [...this.#leases];
    if (leases.length === 0) return;
    try {
      const renewed = await table.renew(leases.map(({ row }) => row));
      for (const lease of leases) if (!renewed.has(table.idOf(lease.row))) lease.lose();
    } catch (error) {
      // Each attempt confirms its lease again before its call.
      logger.warn({
        msg: `${this.options.name}: leases were not renewed; the next tick tries again`,
        err: error,
      });
    }
  }
}
