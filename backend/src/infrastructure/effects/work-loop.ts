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

/** In milliseconds. */
export type WorkTimes = Readonly<{
  /** How often the loop looks for due rows. */
  tick: number;
  /** How often the loop renews leases, well within their length. */
  renewLease: number;
  /** How long a row waits after its work was interrupted. */
  firstRetry: number;
  /** How long running work may take after the process was asked to stop. */
  drain: number;
}>;

/** The methods of the table that a loop uses. */
type LeasedRows<Row extends object, Platform extends string> = Pick<
  WorkTable<Row, Platform>,
  'claim' | 'look' | 'renew' | 'putBack' | 'idOf' | 'mostPerServer' | 'confirmLease'
>;

export type WorkLoopOptions<Row extends object, Platform extends string> = Readonly<{
  /** Names its intervals; unique in the process: `scheduling.publishing`. */
  name: string;
  table: LeasedRows<Row, Platform>;
  /** Every platform whose rows the loop handles; `['']` where all rows are alike. */
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
  /** Does what is due for one row and gives the row back. `stopNow`: the process cannot wait any longer. */
  run: (lease: Lease<Work<Row, Platform>>, stopNow: AbortSignal) => Promise<void>;
  /** Reads what a claim did not know about its rows. */
  complete?: (
    claimed: readonly Work<Row, Platform>[],
    leases: Iterable<Lease<Work<Row, Platform>>>,
  ) => Promise<void>;
}>;

/**
 * Ticks, claims due rows for the platforms with a free slot, and runs them. Only the table knows what is due, so any number of
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
   * Platforms on which one owner has taken their maximum while slots are free. Due rows of other owners may be behind those rows,
   * outside the window. The loop claims once more with these slots.
   */
  readonly #hidden = new Map<Platform, FreeSlots<Platform>>();
  /** Platforms with no such rows behind; the next tick looks again. */
  readonly #nobodyHidden = new Set<Platform>();
  /** Number of rows of a platform that have ended since the last claim for it began. */
  readonly #ended = new Map<Platform, number>();
  /** The next claim is for all platforms, and not only for the crowded ones that have room again. */
  #everywhere = false;
  /** `tick` was called because work is due, so the next claim skips the look before it. */
  #isExpected = false;
  #claiming: Promise<void> | null = null;
  #claimAgain = false;
  #early: NodeJS.Timeout | undefined;
  #isStarted = false;
  #endTicks = (): void => undefined;
  #backoff = 0;
  #restUntil = 0;

  constructor(private readonly options: WorkLoopOptions<Row, Platform>) {
    this.#slots = options.slots ?? SLOTS;
    this.#refillAfter = Math.max(1, Math.floor(this.#slots / 8));
  }

  /** Ticks by itself from now on, and renews its leases. */
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

  /** Claims nothing more and lets running work finish. The next process to claim takes the rest. */
  async stop(): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    this.#stopping.abort();
    this.endTicks();
    await this.#claiming;
    clearTimeout(this.#early);
    const patience = new AbortController();
    await Promise.race([
      this.#done(),
      pause(this.options.times.drain, undefined, { signal: patience.signal }).catch(() => undefined),
    ]);
    patience.abort();
    this.#stopNow.abort();
    const { name, scheduler } = this.options;
    if (scheduler.doesExist('interval', `${name}.leases`)) scheduler.deleteInterval(`${name}.leases`);
  }

  /** From now on only `tick` and `round` claim. */
  endTicks(): void {
    this.#endTicks();
  }

  /** Claims due rows at once; does nothing while the last claim runs. */
  tick(): void {
    this.#isExpected = true;
    this.#begin();
  }

  #begin(): void {
    this.options.ticked?.();
    this.#everywhere = true;
    this.#next();
  }

  /** Ticks once, after the rest that follows a failed claim, and waits for the end of all running work. */
  async round(): Promise<void> {
    // A timer may fire a moment early, and a tick before the end of the rest would claim nothing.
    for (let rest = this.#restLeft(); rest > 0; rest = this.#restLeft()) await pause(Math.ceil(rest));
    this.tick();
    while (this.#claiming ?? this.#working.size > 0) {
      await this.#claiming;
      await this.#done();
    }
  }

  /** Milliseconds until the rest after a failed claim ends. */
  #restLeft(): number {
    return this.#restUntil - performance.now();
  }

  async #done(): Promise<void> {
    await Promise.allSettled(this.#working);
  }

  #next(): void {
    if (this.#stopping.signal.aborted || performance.now() < this.#restUntil) return;
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
          this.#rest(error);
        },
      )
      .finally(() => {
        this.#claiming = null;
        if (this.#claimAgain) {
          this.#claimAgain = false;
          this.#next();
        }
      });
  }

  async #claim(): Promise<void> {
    const { table, reached, complete } = this.options;
    const everywhere = this.#everywhere;
    const isAsked = this.#isExpected;
    this.#everywhere = false;
    this.#isExpected = false;
    // A platform that has room again is known to have more due rows.
    if (everywhere && !isAsked && !(await this.#isDue())) return;
    const free = this.#freeSlots().filter(({ platform }) => everywhere || this.#hasRoomAgain(platform));
    // A platform with newly ended rows gets a claim of its own, so its slots are left out here, and those rows still count.
    const hidden = [...this.#hidden.values()].filter(
      ({ platform }) => !everywhere && !this.#hasRoomAgain(platform),
    );
    this.#hidden.clear();
    if (everywhere) this.#nobodyHidden.clear();
    for (const { platform } of free) this.#ended.set(platform, 0);
    const slots = [...free, ...hidden];
    if (slots.length === 0) return;
    reached('before-claim');
    const claimed = await runInLane(this.options.name, () => table.claim(slots));
    if (claimed.length > 0) reached('claim');
    const leases = claimed.map((row) => this.#start(row));
    await complete?.(claimed, this.#leases);
    const taken = leases.map(({ row }) => row);
    for (const { platform } of hidden)
      if (!taken.some((row) => row.platform === platform)) this.#nobodyHidden.add(platform);
    for (const before of slots) this.#noteCrowd(before, taken);
    if (this.#stopping.signal.aborted) return;
    if (this.#hidden.size > 0 || slots.some(({ platform }) => this.#hasRoomAgain(platform)))
      this.#claimAgain = true;
    // The next due time hardly changes before the next tick.
    if (everywhere) this.#tickEarly((await table.look()).wait);
  }

  /** Most loops have nothing to do most of the time, and a claim costs more than a look. */
  async #isDue(): Promise<boolean> {
    const { due, wait } = await this.options.table.look();
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
    if (after.free > 0 && taken.length > 0 && !this.#nobodyHidden.has(platform))
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
    if (this.#hasRoomAgain(platform)) this.#next();
  }

  /** Nothing was recorded for the row, so it is simply claimed again later. */
  async #putBack(lease: Lease<Work<Row, Platform>>, error: unknown): Promise<void> {
    const { logger, table, times } = this.options;
    const passing = isTransient(error);
    if (passing) this.#rest(error);
    else
      logger.error({
        msg: `${this.options.name}: the work on a row failed with an unexpected error; it is repeated later`,
        row: lease.row,
        err: error,
      });
    // When the database is unavailable too, the lease expires by itself.
    await table.putBack(lease.row, passing ? times.tick : times.firstRetry).catch(() => undefined);
  }

  /** An outage affects many rows. Only a failure after a rest makes the next rest longer. */
  #rest(error: unknown): void {
    if (performance.now() < this.#restUntil) return;
    if (this.#backoff === 0)
      this.options.logger.warn({
        msg: `${this.options.name}: a server does not answer; the loop takes no rows until its next try`,
        err: error,
      });
    this.#backoff = Math.min(LONGEST_BACKOFF_MS, Math.max(this.options.times.tick, this.#backoff * 2));
    this.#restUntil = performance.now() + this.#backoff;
  }

  #freeSlots(): FreeSlots<Platform>[] {
    const claimed = [...this.#leases].map(({ row }) => row);
    const slots = Math.min(this.#slots, this.options.slotsNow?.() ?? Number.POSITIVE_INFINITY);
    return freeSlots(this.options.platforms, claimed, slots);
  }

  /** The next due time is known, so the loop need not wait for the tick after it. */
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
      const kept = await table.renew(leases.map(({ row }) => row));
      for (const lease of leases) if (!kept.has(table.idOf(lease.row))) lease.lose();
    } catch (error) {
      // Each attempt confirms its lease again before its call.
      logger.warn({
        msg: `${this.options.name}: leases were not renewed; the next tick tries again`,
        err: error,
      });
    }
  }
}
