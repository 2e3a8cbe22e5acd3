import { platforms, type Platform } from '@posthorn/contracts/shared/platform';
import { Configuration } from '#infrastructure/config/configuration.ts';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { setTimeout as pause } from 'node:timers/promises';
import type { PublishingTimes } from '../domain/publishing-times.ts';
import { Lease } from '#infrastructure/effects/lease.ts';
import { DueRows, UNKNOWN_SERVER, type DueRow } from './due-rows.ts';
import { AccountServers } from './account-servers.ts';
import { CrashPoints } from '#infrastructure/effects/crash-points.ts';
import { PublishingMetrics } from './publishing-metrics.ts';
import { freeSlots, isHeldBack, SLOTS, type FreeSlots } from '#infrastructure/effects/slots.ts';
import { TargetRunner } from './target-runner.ts';
import { TIMES } from './times.ts';
import { isTransient } from '#infrastructure/effects/retry-transient.ts';

const TICK = 'scheduling.publishing.tick';
const LEASES = 'scheduling.publishing.leases';
/** Targets of a platform that have ended are worth a claim of their own while more is due; each claim is a query. */
const REFILL = SLOTS / 4;
const LONGEST_BACKOFF = 2_000;

/**
 * Ticks, claims what is due for the platforms that have a free slot, and hands it on. It only ticks: what is due is in
 * the due table alone, so that any number of loops may come and go.
 */
@Injectable()
export class PublishingLoop implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('Publishing');
  readonly #held = new Set<Lease<DueRow>>();
  readonly #working = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  /** Aborted when the patience with calls in flight is over. */
  readonly #over = new AbortController();
  /** Platforms that probably have more due than there was room for, and how many of their targets have ended since. */
  readonly #crowded = new Map<Platform, number>();
  /** The next claim is for all platforms, and not only for the crowded ones that have room again. */
  #everywhere = false;
  #claiming: Promise<void> | null = null;
  #again = false;
  #early: NodeJS.Timeout | undefined;
  #backoff = 0;
  #restUntil = 0;

  constructor(
    private readonly configuration: Configuration,
    private readonly scheduler: SchedulerRegistry,
    private readonly rows: DueRows,
    private readonly servers: AccountServers,
    private readonly runner: TargetRunner,
    private readonly crash: CrashPoints,
    private readonly metrics: PublishingMetrics,
    @Inject(TIMES) private readonly times: PublishingTimes,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.configuration.roles.has('worker')) return;
    // Instances that were started together do not tick together.
    const jittered = this.times.tick * (0.9 + Math.random() * 0.2);
    this.scheduler.addInterval(
      TICK,
      setInterval(() => {
        this.tick();
      }, jittered),
    );
    this.scheduler.addInterval(
      LEASES,
      setInterval(() => void this.#renew(), this.times.renewLease),
    );
  }

  async onModuleDestroy(): Promise<void> {
    if (this.configuration.roles.has('worker')) await this.stop();
  }

  /** No new claims; calls in flight may end; what is left over is reconciled by whoever claims it next. */
  async stop(): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    this.#stopping.abort();
    clearTimeout(this.#early);
    this.#endInterval(TICK);
    await this.#claiming;
    const inFlight = Promise.allSettled(this.#working);
    const patience = new AbortController();
    await Promise.race([
      inFlight,
      pause(this.times.drain, undefined, { signal: patience.signal }).catch(() => undefined),
    ]);
    patience.abort();
    this.#over.abort();
    this.#endInterval(LEASES);
  }

  /** Skipped while the last one runs. */
  tick(): void {
    this.metrics.ticked();
    this.#everywhere = true;
    this.#next();
  }

  #next(): void {
    if (this.#stopping.signal.aborted || performance.now() < this.#restUntil) return;
    if (this.#claiming) {
      this.#again = true;
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
        if (this.#again) {
          this.#again = false;
          this.#next();
        }
      });
  }

  #endInterval(name: string): void {
    if (this.scheduler.doesExist('interval', name)) this.scheduler.deleteInterval(name);
  }

  async #claim(): Promise<void> {
    const everywhere = this.#everywhere;
    this.#everywhere = false;
    const slots = this.#freeSlots().filter(
      ({ platform }) => everywhere || (this.#crowded.get(platform) ?? 0) >= REFILL,
    );
    if (slots.length === 0) return;
    this.crash.reached('before-claim');
    const claimed = await this.rows.claim(slots);
    if (claimed.length > 0) this.crash.reached('claim');
    for (const row of claimed) this.#start(row);
    if (claimed.some(({ server }) => server === UNKNOWN_SERVER)) await this.#learnServers();
    const isHiding = this.#noteCrowds(slots, claimed);
    if (this.#stopping.signal.aborted) return;
    // Somebody has just taken all that may be taken; what others have due was hidden behind it.
    if (isHiding) this.#again = true;
    else this.#tickEarly(await this.rows.ahead());
  }

  async #learnServers(): Promise<void> {
    const servers = await this.servers.learn();
    for (const target of this.#held) {
      const server = servers.get(target.row.accountId);
      if (server !== undefined) target.update({ server });
    }
  }

  /** Whether somebody reached what may be held of a platform, and there is room for others. */
  #noteCrowds(before: readonly FreeSlots<Platform>[], claimed: readonly DueRow[]): boolean {
    const after = new Map(this.#freeSlots().map((slots) => [slots.platform, slots]));
    let isHiding = false;
    for (const { platform } of before) {
      const slots = after.get(platform);
      if (slots && !isHeldBack(slots)) {
        this.#crowded.delete(platform);
        continue;
      }
      const hides = slots !== undefined && claimed.some((row) => row.platform === platform);
      this.#crowded.set(platform, hides ? REFILL : 0);
      isHiding ||= hides;
    }
    return isHiding;
  }

  #start(row: DueRow): void {
    const target = new Lease(row);
    this.#held.add(target);
    const work = this.runner
      .run(target, this.#over.signal)
      .catch((error: unknown) => this.#putBack(target, error))
      .finally(() => {
        this.#held.delete(target);
        this.#working.delete(work);
        this.#refill(row.platform);
      });
    this.#working.add(work);
  }

  #refill(platform: Platform): void {
    const ended = this.#crowded.get(platform);
    if (ended === undefined) return;
    this.#crowded.set(platform, ended + 1);
    if (ended + 1 >= REFILL) this.#next();
  }

  /** Nothing was recorded for it, so it is simply taken up again later. */
  async #putBack(target: Lease<DueRow>, error: unknown): Promise<void> {
    const passing = isTransient(error);
    if (passing) this.#rest(error);
    else this.#logger.error(`Target ${JSON.stringify(target.row)} broke off`, error);
    const wait = passing ? this.times.tick : this.times.firstRetry;
    // When the database is away too, the lease runs out by itself.
    await this.rows.putBack(target.row, wait).catch(() => undefined);
  }

  /** Many targets meet one outage: only what fails after a rest makes the next one longer. */
  #rest(error: unknown): void {
    if (performance.now() < this.#restUntil) return;
    if (this.#backoff === 0)
      this.#logger.warn(`Publishing pauses: ${error instanceof Error ? error.message : String(error)}`);
    this.#backoff = Math.min(LONGEST_BACKOFF, Math.max(this.times.tick, this.#backoff * 2));
    this.#restUntil = performance.now() + this.#backoff;
  }

  #freeSlots(): FreeSlots<Platform>[] {
    return freeSlots(
      platforms,
      [...this.#held].map(({ row }) => row),
    );
  }

  /** The next due time is known: the tick after it need not be waited for. */
  #tickEarly(ahead: readonly Readonly<{ wait: number }>[]): void {
    clearTimeout(this.#early);
    const next = Math.min(...ahead.map(({ wait }) => wait));
    if (next < this.times.tick)
      this.#early = setTimeout(
        () => {
          this.tick();
        },
        Math.max(1, next + 1),
      );
  }

  async #renew(): Promise<void> {
    const held = [...this.#held];
    if (held.length === 0) return;
    try {
      const kept = new Set((await this.rows.renew(held.map(({ row }) => row))).map(idOf));
      for (const target of held) if (!kept.has(idOf(target.row))) target.lose();
    } catch (error) {
      // Each attempt asks for its lease once more before its call.
      this.#logger.warn(`Leases were not renewed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

const idOf = ({ postId, accountId }: Readonly<{ postId: number; accountId: number }>): string =>
  `${String(postId)}-${String(accountId)}`;
