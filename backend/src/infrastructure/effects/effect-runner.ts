import { randomUUID } from 'node:crypto';
import { ConcurrencyError } from '@posthorn/event-sourcing/event-store';
import type { Logger } from '@nestjs/common';
import type { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { askOtherSide } from './ask-other-side.ts';
import { AttemptRunner } from './attempt-runner.ts';
import { iso, type EffectContext } from './attempt/context.ts';
import { giveUpAt } from './attempt/retry-waits.ts';
import { giveUp, loseAccount, loseWorker, nextStep, resume, type NextStep } from './attempt/rules.ts';
import type { CrashPoints } from '#infrastructure/config/crash-points.ts';
import { decideOn } from './decide-on.ts';
import type { DatabaseClock } from '../database/database-clock.ts';
import type { UsersBeingErased } from './users-being-erased.ts';
import type { Advanced, EffectKind, LoadedEffect } from './effect-kind.ts';
import type { Lease } from './lease.ts';
import type { StartGate } from './start-gate.ts';
import type { Work, WorkTable } from './work-table.ts';

type RunnerParts = Readonly<{
  causes: CauseContext;
  clock: DatabaseClock;
  crash: CrashPoints;
  leaving: UsersBeingErased;
  gate: StartGate;
  logger: Logger;
  /** Milliseconds. `tick`: between two claims of the loop. `firstRetry`: until the loop claims a row again whose work failed. */
  times: Readonly<{ tick: number; firstRetry: number }>;
}>;

/** `follow-up`: a step that follows a success. */
type AnyStep = NextStep | Readonly<{ kind: 'follow-up' }>;

/**
 * Takes the next step for one claimed row, as its stream requires: an attempt (intent, one call, outcome) or a look-up. Afterwards the row agrees with
 * the stream.
 */
export class EffectRunner<Row extends object, Platform extends string, Task, Result, Ready> {
  readonly #reached: (point: RunnerPoint) => void;
  readonly #attempts: AttemptRunner<Row, Platform, Task, Result, Ready>;

  constructor(
    private readonly kind: EffectKind<Work<Row, Platform>, Task, Result, Ready>,
    private readonly table: Pick<WorkTable<Row, Platform>, 'confirmLease' | 'release'>,
    private readonly parts: RunnerParts,
  ) {
    const { clock, crash, leaving, gate, logger } = parts;
    const reached = (point: RunnerPoint) => {
      crash.reached(`${kind.name}/${point}`);
    };
    this.#attempts = new AttemptRunner(kind, table, { clock, leaving, gate, logger, reached });
    this.#reached = reached;
  }

  /** @throws errors of the event log and the database; the row is then claimed again */
  run(lease: Lease<Work<Row, Platform>>, stopNow: AbortSignal): Promise<void> {
    const actor = { kind: 'system', id: this.kind.name } as const;
    const cause = { actor, correlationId: randomUUID(), causationId: this.kind.causeOf(lease.row) };
    return this.parts.causes.run(cause, () => this.#run(lease, stopNow));
  }

  async #run(lease: Lease<Work<Row, Platform>>, stopNow: AbortSignal): Promise<void> {
    const { row } = lease;
    const { gate } = this.parts;
    const loaded = await gate.admit('load', () => this.kind.load(row));
    if (!loaded) {
      await this.kind.abandon?.(row);
      return this.table.release(row, await this.#instantAfter(this.parts.times.firstRetry));
    }
    const step = this.#nextStep(loaded, await this.kind.context(row, loaded.task));
    const after = await this.#take(step.kind, lease, loaded, stopNow).catch(async (error: unknown) => {
      if (!(error instanceof ConcurrencyError)) throw error;
      // Another worker has just appended an event. The next tick will read it.
      const until = await this.#instantAfter(this.parts.times.tick);
      return { ...((await this.kind.load(row)) ?? loaded), until };
    });
    await this.#updateRow(row, step, after);
    this.#reached('acknowledgement');
  }

  #nextStep({ effect, task }: LoadedEffect<Task>, c: EffectContext): AnyStep {
    const followUpAt = effect.status === 'done' ? (this.kind.followUpAt?.(task) ?? null) : null;
    if (followUpAt === null) return nextStep(effect, c);
    return Date.parse(followUpAt) > c.now.getTime()
      ? { kind: 'wait', until: followUpAt }
      : { kind: 'follow-up' };
  }

  async #take(
    step: AnyStep['kind'],
    lease: Lease<Work<Row, Platform>>,
    loaded: LoadedEffect<Task>,
    stopNow: AbortSignal,
  ): Promise<Advanced<Task>> {
    const { row } = lease;
    switch (step) {
      case 'nothing':
      case 'wait':
        return { ...loaded, until: null };
      case 'attempt':
      case 'give-up':
        return this.#freezeAnd(step, lease, loaded, stopNow);
      case 'look-up':
      case 'poll':
        return askOtherSide(this.kind, row, loaded, this.parts.logger);
      case 'follow-up':
        return this.kind.followUp?.(row, loaded) ?? { ...loaded, until: null };
      case 'reconnect':
        return this.#checkAccount(row, loaded);
      case 'lost-worker':
        return decideOn(this.kind, row, loaded, loseWorker);
    }
  }

  /** An effect that began and failed is frozen too. Otherwise a user could postpone the effect to a time at which the worker does not check it. */
  async #freezeAnd(
    step: 'attempt' | 'give-up',
    lease: Lease<Work<Row, Platform>>,
    loaded: LoadedEffect<Task>,
    stopNow: AbortSignal,
  ): Promise<Advanced<Task>> {
    const { row } = lease;
    const freeze = () => this.kind.freeze?.(row, loaded.task) ?? Promise.resolve({ task: loaded.task });
    const frozen = await this.parts.gate.admit('load', freeze);
    if ('until' in frozen) return { ...loaded, until: frozen.until };
    this.#reached('freeze');
    const { effect } = loaded;
    const { task } = frozen;
    if (step === 'give-up') return decideOn(this.kind, row, { effect, task }, giveUp);
    const after = await this.#attempts.attempt(lease, { effect, task }, stopNow);
    const next = nextStep(after.effect, await this.kind.context(row, after.task));
    return next.kind === 'reconnect' ? this.#checkAccount(row, after) : after;
  }

  /** The effect may have missed the reconnection of its account, because it was postponed at the same moment. */
  async #checkAccount(row: Work<Row, Platform>, loaded: LoadedEffect<Task>): Promise<Advanced<Task>> {
    const account = (await this.kind.account?.(row)) ?? 'active';
    if (account === 'active')
      return decideOn(this.kind, row, loaded, (effect, { now }) => resume(effect, now));
    if (account === 'disconnected') return decideOn(this.kind, row, loaded, loseAccount);
    const c = await this.kind.context(row, loaded.task);
    const until = Math.min(giveUpAt(loaded.effect, c), c.now.getTime() + c.times.longestRetry);
    return { ...loaded, until: iso(until) };
  }

  /** Makes the row due when the stream says so, whether or not the projection has handled the events. */
  async #updateRow(row: Work<Row, Platform>, taken: AnyStep, after: Advanced<Task>): Promise<void> {
    const c = await this.kind.context(row, after.task);
    const next = this.#nextStep(after, c);
    const later = iso(c.now.getTime() + c.times.firstRetry);
    if (next.kind === 'nothing') {
      // The projection deletes the row of a settled effect. If it does not, the row is checked again after its lease.
      if (SETTLED.has(after.effect.status)) return;
      return this.table.release(row, later);
    }
    if (next.kind === 'wait') return this.table.release(row, next.until);
    // The same step would immediately have the same result, because it appended no event.
    await this.table.release(row, after.until ?? (next.kind === taken.kind ? later : c.now.toISOString()));
  }

  async #instantAfter(milliseconds: number): Promise<string> {
    return iso((await this.parts.clock.now()).getTime() + milliseconds);
  }
}

type RunnerPoint =
  | 'freeze'
  | 'prepare'
  | 'before-intent'
  | 'intent'
  | 'call'
  | 'answer'
  | 'outcome'
  | 'acknowledgement';

const SETTLED: ReadonlySet<string> = new Set(['done', 'failed', 'cancelled']);
