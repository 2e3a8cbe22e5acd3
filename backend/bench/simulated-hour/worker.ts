import type { Platform } from '@posthorn/contracts/shared/platform';
import { Logger } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { iso, type EffectContext } from '#infrastructure/effects/attempt/context.ts';
import { giveUpAt } from '#infrastructure/effects/attempt/retry-waits.ts';
import { askAgainAt, recordLookUp, type LookUpAnswer } from '#infrastructure/effects/attempt/look-up.ts';
import { evolve, type Move } from '#infrastructure/effects/attempt/move.ts';
import {
  giveUp,
  nextStep,
  postpone,
  settle,
  start,
  type AttemptOutcome,
} from '#infrastructure/effects/attempt/rules.ts';
import type { Wish } from '#infrastructure/effects/budgets.ts';
import type { Lease } from '#infrastructure/effects/lease.ts';
import type { BudgetModel } from '#infrastructure/effects/testing/budget-model.ts';
import { WorkLoop } from '#infrastructure/effects/work-loop.ts';
import { Breaker, BreakerOpen } from '#infrastructure/outgoing/breaker.ts';
import { pausesOf } from '#infrastructure/effects/pauses.ts';
import { bucketOf } from '#modules/scheduling/publishing/publish-post/buckets.ts';
import { publishingTimes } from '#modules/scheduling/times.ts';
import { PUBLISHING } from './crowd.ts';
import { DECLARED_BUDGETS } from './declared-budgets.ts';
import type { DueTable, TargetRow } from './due-table.ts';
import type { Target } from './target.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** Where the simulated time begins, in milliseconds since 1970. */
const START = Date.parse('2026-11-22T12:00:00.000Z');
const TIMES = publishingTimes({});

export type World = Readonly<{
  clock: VirtualClock;
  table: DueTable;
  budgets: BudgetModel;
  random: () => number;
  /** Processor time of a worker for each row that it takes up, in milliseconds: it does one thing at a time. */
  workMs: number;
  /** The platform's answer to a call; false: it said nothing until the call was cut off. */
  ask: (target: Target, within: number) => Promise<boolean>;
  /** What must not happen. */
  failed: (error: unknown) => void;
}>;

/** Until when a row waits; null: as its moves say. */
type Ran = string | null;

/**
 * A worker process: the product's own loop, slots, rules of trying and breaker; rows and buckets in memory, and a platform
 * that answers on the simulated clock. Preparation, leases and deaths are left out.
 */
export class SimulatedWorker {
  readonly #breaker: Breaker;
  readonly #loop: WorkLoop<Readonly<{ id: number }>, Platform>;
  #busyUntil = 0;
  #early = 0;

  constructor(private readonly world: World) {
    const { clock, table } = world;
    this.#breaker = new Breaker(() => clock.now);
    this.#loop = new WorkLoop({
      name: 'simulated',
      platforms: PUBLISHING,
      times: TIMES,
      // Its timers are never started: ticks come by the simulated clock.
      scheduler: new SchedulerRegistry(),
      logger: new Logger('Simulated'),
      reached: () => undefined,
      table: {
        mostPerServer: Number.POSITIVE_INFINITY,
        claim: (slots) => Promise.resolve(table.claim(slots, clock.now)),
        look: () => {
          this.#tickEarly(table.ahead(clock.now));
          return Promise.resolve({ due: true, wait: null });
        },
        renew: () => Promise.resolve(new Set()),
        putBack: () => Promise.resolve(),
        idOf: ({ id }) => String(id),
      },
      run: (lease) => this.#run(lease).catch(world.failed),
    });
  }

  /** Ticks for ever, as the product's loop does. */
  async start(): Promise<void> {
    const { clock, random } = this.world;
    const every = TIMES.tick * (0.9 + random() * 0.2);
    await clock.sleep(random() * every);
    for (;;) {
      this.#loop.tick();
      await clock.sleep(every);
    }
  }

  #tickEarly(wait: number | null): void {
    const mine = ++this.#early;
    if (wait === null || wait >= TIMES.tick) return;
    void this.world.clock.sleep(Math.max(1, wait + 1)).then(() => {
      if (mine === this.#early) this.#loop.tick();
    });
  }

  async #run({ row }: Lease<TargetRow>): Promise<void> {
    const { table } = this.world;
    const target = table.targetOf(row);
    await this.#work();
    const taken = nextStep(target.effect, this.#context(target)).kind;
    const until = await this.#take(taken, target);
    const c = this.#context(target);
    const next = nextStep(target.effect, c);
    // Done, failed, or left to a person.
    if (next.kind === 'nothing') return;
    const later = iso(c.now.getTime() + (next.kind === taken ? c.times.firstRetry : 0));
    this.#release(row, next.kind === 'wait' ? next.until : (until ?? later));
  }

  async #take(step: ReturnType<typeof nextStep>['kind'], target: Target): Promise<Ran> {
    switch (step) {
      case 'attempt':
        return this.#attempt(target);
      case 'look-up':
        return this.#lookUp(target);
      case 'give-up':
        this.#tell(target, (c) => giveUp(target.effect, c));
        return null;
      case 'nothing':
      case 'wait':
        return null;
      case 'poll':
      case 'reconnect':
      case 'lost-worker':
        throw new Error(`Nothing in this simulation leads to the step ${step}`);
    }
  }

  /** In the order of the product's attempt: pause, breaker, token, intent, the one call, outcome. */
  async #attempt(target: Target): Promise<Ran> {
    const { clock, budgets } = this.world;
    const wish = wishOf(target);
    const shutUntil = budgets.pausedUntil(wish.pauses, START + clock.now);
    if (shutUntil !== null) return this.#wait(target, 'rate-limit', shutUntil);
    const rest = this.#breaker.restOf(circuitOf(target));
    if (rest > 0) return this.#wait(target, 'breaker', iso(START + clock.now + rest));
    const wait = budgets.take(wish, giveUpAt(target.effect, this.#context(target)), START + clock.now);
    if (wait) return this.#wait(target, 'rate-limit', wait.at);
    const attemptId = `${String(target.id)}/${String((target.effect.attempt?.number ?? 0) + 1)}`;
    this.#tell(target, (c) => start(target.effect, attemptId, c));
    target.calledAt ??= clock.now;
    const outcome = await this.#call(target);
    this.#tell(target, (c) => settle(target.effect, attemptId, outcome, c));
    return null;
  }

  async #call(target: Target): Promise<AttemptOutcome<null>> {
    const answered = await this.#ask(target, TIMES.callWithin);
    if (answered instanceof BreakerOpen) return { kind: 'postponed', ...this.#leftAlone(answered) };
    return answered ? { kind: 'done', result: null } : { kind: 'unknown', cause: 'timeout', words: null };
  }

  async #lookUp(target: Target): Promise<Ran> {
    const { attempt } = target.effect;
    if (!attempt) throw new Error('Only what was tried is looked up');
    const answered = await this.#ask(target, TIMES.callWithin);
    const outcome: LookUpAnswer<null> =
      answered instanceof BreakerOpen
        ? { kind: 'failed', ...this.#leftAlone(answered) }
        : answered
          ? { kind: 'absent' }
          : { kind: 'failed', words: null };
    const again = askAgainAt(target.effect, outcome, this.#context(target));
    this.#tell(target, (c) => recordLookUp(target.effect, attempt.attemptId, outcome, c));
    return again;
  }

  async #ask(target: Target, within: number): Promise<boolean | BreakerOpen> {
    const ask = () => this.world.ask(target, within);
    const judge = { failed: (answered: boolean) => !answered, counts: () => true };
    return this.#breaker.run(circuitOf(target), ask, judge).catch((error: unknown) => {
      if (error instanceof BreakerOpen) return error;
      throw error;
    });
  }

  #leftAlone({ waitMs }: BreakerOpen) {
    return { reason: 'breaker', words: null, until: iso(START + this.world.clock.now + waitMs) };
  }

  #wait(target: Target, reason: string, until: string): Ran {
    const c = this.#context(target);
    const latest = giveUpAt(target.effect, c);
    this.#tell(target, () => postpone(target.effect, { reason, words: null, until }, c));
    return iso(Math.min(Date.parse(until), latest));
  }

  #tell(target: Target, decide: (c: EffectContext) => readonly Move[]): void {
    for (const move of decide(this.#context(target))) target.effect = evolve(target.effect, move);
  }

  #release(row: TargetRow, until: string): void {
    this.world.table.release(row, Date.parse(until) - START);
  }

  async #work(): Promise<void> {
    const { clock, workMs } = this.world;
    this.#busyUntil = Math.max(this.#busyUntil, clock.now) + workMs;
    await clock.sleep(this.#busyUntil - clock.now);
  }

  #context({ due }: Target): EffectContext {
    return {
      now: new Date(START + this.world.clock.now),
      random: this.world.random(),
      due: iso(START + due),
      rule: 'after-negative-look-up',
      pace: 'limited',
      visibility: 30_000,
      isHarmlessWhenLate: false,
      times: TIMES,
    };
  }
}

const circuitOf = ({ platform, server }: Target): string => `${platform} ${server}`;

const wishOf = (target: Target): Wish => ({
  caller: String(target.id),
  buckets: (DECLARED_BUDGETS[target.platform] ?? []).flatMap(
    (budget) => bucketOf(budget, target, TIMES.budgetSecond) ?? [],
  ),
  pauses: pausesOf(target),
});
