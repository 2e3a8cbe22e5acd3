import { randomUUID } from 'node:crypto';
import { AmbiguousError } from '@posthorn/event-sourcing/event-store';
import type { Logger } from '@nestjs/common';
import { askOtherSide } from './ask-other-side.ts';
import { iso, type EffectContext } from './attempt/context.ts';
import { giveUpAt } from './attempt/retry-waits.ts';
import type { Attempt } from './attempt/effect.ts';
import {
  failPreparation,
  notStarted,
  postpone,
  settle,
  start,
  withdraw,
  type Postponement,
  type RefusedAttempt,
} from './attempt/rules.ts';
import type { NotStartedReason, OwnCause } from './attempt/reasons.ts';
import { CallNotMade } from './call-not-made.ts';
import { decideOn } from './decide-on.ts';
import type { DatabaseClock } from '../database/database-clock.ts';
import type { UsersBeingErased } from './users-being-erased.ts';
import { withAttempt } from './attempt/refs-update.ts';
import type { Advanced, CallResult, EffectKind, LoadedEffect } from './effect-kind.ts';
import type { Lease } from './lease.ts';
import { retryTransient } from './retry-transient.ts';
import type { StartGate } from './start-gate.ts';
import { withDeadline } from './with-deadline.ts';
import type { Work, WorkTable } from './work-table.ts';

type Parts = Readonly<{
  clock: DatabaseClock;
  leaving: UsersBeingErased;
  gate: StartGate;
  logger: Logger;
  reached: (point: AttemptPoint) => void;
}>;
type AttemptPoint = 'prepare' | 'before-intent' | 'intent' | 'call' | 'answer' | 'outcome';
/** An attempt whose call may be made now, within `callWithin` milliseconds after `since` (monotonic clock). */
type StartedAttempt<Task> = LoadedEffect<Task> &
  Readonly<{ attempt: Attempt; since: number; callWithin: number }>;

/** Runs one attempt: preparation, intent, the one call, outcome. */
export class AttemptRunner<Row extends object, Platform extends string, Task, Result, Ready> {
  constructor(
    private readonly kind: EffectKind<Work<Row, Platform>, Task, Result, Ready>,
    private readonly table: Pick<WorkTable<Row, Platform>, 'confirmLease'>,
    private readonly parts: Parts,
  ) {}

  /** @throws ConcurrencyError when another worker was faster and this one sent nothing; errors of log and database */
  async attempt(
    lease: Lease<Work<Row, Platform>>,
    loaded: LoadedEffect<Task>,
    stopNow: AbortSignal,
  ): Promise<Advanced<Task>> {
    const { row } = lease;
    const prepared = await this.kind.prepare(lease, loaded);
    switch (prepared.kind) {
      case 'ready':
        this.parts.reached('prepare');
        return this.#callOnce(lease, loaded, prepared.ready, stopNow);
      case 'refused':
        return this.#refuse(row, loaded, prepared);
      case 'postponed':
        return this.#postpone(row, loaded, prepared);
      case 'elsewhere':
        return this.#reload(row, loaded);
    }
  }

  async #refuse(
    row: Work<Row, Platform>,
    loaded: LoadedEffect<Task>,
    refusal: RefusedAttempt,
  ): Promise<Advanced<Task>> {
    this.kind.observe?.(row, { kind: 'attempted', outcome: 'not-prepared' });
    const after = await decideOn(this.kind, row, loaded, (effect, c) => failPreparation(effect, refusal, c));
    // The call cannot be repeated, but the remote system may already have done it.
    return after.effect.status === 'unknown' ? askOtherSide(this.kind, row, after, this.parts.logger) : after;
  }

  async #postpone(
    row: Work<Row, Platform>,
    loaded: LoadedEffect<Task>,
    wait: Postponement,
  ): Promise<Advanced<Task>> {
    const after = await decideOn(this.kind, row, loaded, (effect, c) => postpone(effect, wait, c));
    // The remote system may ask for a longer wait than the time limit allows.
    const last = giveUpAt(after.effect, await this.kind.context(row, after.task));
    return { ...after, until: iso(Math.min(Date.parse(wait.until), last)) };
  }

  /** Stores the intent, makes the one call and stores its outcome. */
  async #callOnce(
    lease: Lease<Work<Row, Platform>>,
    loaded: LoadedEffect<Task>,
    ready: Ready,
    stopNow: AbortSignal,
  ): Promise<Advanced<Task>> {
    const { row } = lease;
    const startAttempt = () => this.#startAttempt(lease, loaded, ready, stopNow);
    const started = await this.parts.gate.admit('start', startAttempt).catch(async (error: unknown) => {
      await this.kind.giveBack?.(row, ready);
      throw error;
    });
    if ('notMade' in started) return this.#endWithoutCall(row, started.notMade, ready);
    const { attempt, since } = started;
    const { attemptId } = attempt;
    const timeLeft = started.callWithin - (performance.now() - since);
    const outcome = timeLeft > 0 ? await this.#call(row, ready, attempt, timeLeft) : 'too-late';
    if (typeof outcome === 'string')
      return this.#endWithoutCall(
        row,
        await this.#recordNotStarted(row, started, attemptId, outcome, stopNow),
        ready,
      );
    this.parts.reached('answer');
    this.kind.observe?.(row, { kind: 'attempted', outcome: outcome.kind });
    const contextAfterCall = await retryTransient(() => this.kind.context(row, started.task), stopNow);
    const after = await retryTransient(
      () =>
        this.kind.decide(
          row,
          started.task,
          (current) => settle(current, attemptId, outcome, contextAfterCall),
          withAttempt(outcome, attemptId),
        ),
      stopNow,
    );
    this.parts.reached('outcome');
    if (outcome.unsent) await this.kind.giveBack?.(row, ready);
    await this.kind.afterOutcome?.(row, outcome);
    return { ...after, until: null };
  }

  async #endWithoutCall(
    row: Work<Row, Platform>,
    after: LoadedEffect<Task>,
    ready: Ready,
  ): Promise<Advanced<Task>> {
    this.kind.observe?.(row, { kind: 'attempted', outcome: 'not-started' });
    await this.kind.giveBack?.(row, ready);
    return { ...after, until: null };
  }

  /**
   * Stores the intent, then checks once more whether the call may be made. A worker that stores an intent and does not call must record that,
   * because no other worker can know it.
   * @throws ConcurrencyError when another worker was faster: this one sends nothing
   */
  async #startAttempt(
    lease: Lease<Work<Row, Platform>>,
    loaded: LoadedEffect<Task>,
    ready: Ready,
    stopNow: AbortSignal,
  ): Promise<StartedAttempt<Task> | Readonly<{ notMade: LoadedEffect<Task> }>> {
    const { row } = lease;
    const attemptId = randomUUID();
    const c = await this.kind.context(row, loaded.task);
    const since = performance.now();
    this.parts.reached('before-intent');
    const started = await this.kind
      .decide(row, loaded.task, (current) => start(current, attemptId, c), { repeatable: false, ready })
      .catch(async (error: unknown) => {
        // The intent may be stored despite the error, even later, and no call follows it.
        if (error instanceof AmbiguousError)
          await retryTransient(
            () =>
              decideOn(this.kind, row, loaded, (effect, now) =>
                withdraw(effect, loaded.effect, attemptId, now),
              ),
            stopNow,
          );
        throw error;
      });
    const { attempt } = started.effect;
    // The effect must not be attempted now, or another worker attempts it.
    if (!started.moved || !attempt) return { notMade: started };
    this.parts.reached('intent');
    const reason = await this.#reasonNotToCall(lease, attempt, since, c);
    const took = performance.now() - since;
    const isLate = reason === 'too-late';
    this.parts.gate.noteStart({ took, within: c.times.startWithin, enteredAt: since, isLate });
    if (reason !== null)
      return { notMade: await this.#recordNotStarted(row, started, attemptId, reason, stopNow) };
    const lateBy = c.now.getTime() + (performance.now() - since) - Date.parse(c.firstDueAt);
    this.kind.observe?.(row, { kind: 'started', lateBy: attempt.number === 1 ? lateBy : null });
    return { ...started, attempt, since, callWithin: c.times.callWithin };
  }

  /**
   * The last check before the only step that cannot be undone. It checks the lease, the owner, the database's clock and this machine's clock. An
   * idempotent effect needs no check: it deletes or corrects something, so it also runs while its owner's account is being deleted.
   */
  async #reasonNotToCall(
    lease: Lease<Work<Row, Platform>>,
    attempt: Attempt,
    since: number,
    c: EffectContext,
  ): Promise<NotStartedReason | null> {
    if (c.rule === 'idempotent') return null;
    try {
      const { row } = lease;
      const [isLeased, isLeaving] = await Promise.all([
        this.table.confirmLease(row),
        this.parts.leaving.has(row.ownerId),
      ]);
      if (isLeaving) return 'owner-leaving';
      const isInTime = isLeased && (await this.parts.clock.now()).getTime() < Date.parse(attempt.startBy);
      if (lease.lost || !isLeased) return 'lease-lost';
      return isInTime && performance.now() - since < c.times.startWithin ? null : 'too-late';
    } catch (error) {
      this.parts.logger.warn({
        msg: `${this.kind.name}: the lease could not be confirmed, so the attempt does not start; it is repeated later`,
        of: this.kind.causeOf(lease.row),
        err: error,
      });
      return 'out-of-reach';
    }
  }

  /** Records that the call of a stored intent was not made. */
  async #recordNotStarted(
    row: Work<Row, Platform>,
    { task }: LoadedEffect<Task>,
    attemptId: string,
    reason: NotStartedReason,
    stopNow: AbortSignal,
  ): Promise<LoadedEffect<Task>> {
    const c = await retryTransient(() => this.kind.context(row, task), stopNow);
    return retryTransient(
      () => this.kind.decide(row, task, (current) => notStarted(current, attemptId, reason, c)),
      stopNow,
    );
  }

  /**
   * Makes the call; ends it after `within` milliseconds even if it ignores its signal.
   * @returns the reason as a text when the call was not made
   */
  async #call(
    row: Work<Row, Platform>,
    ready: Ready,
    attempt: Attempt,
    within: number,
  ): Promise<CallResult<Result> | NotStartedReason> {
    this.parts.reached('call');
    const { attemptId } = attempt;
    try {
      return await withDeadline<CallResult<Result>>(
        within,
        (signal) => this.kind.call(row, ready, signal),
        () => ({ kind: 'unknown', cause: 'timeout' satisfies OwnCause, words: null }),
      );
    } catch (error) {
      if (error instanceof CallNotMade) {
        this.parts.logger.warn({
          msg: `${this.kind.name}: attempt ${attemptId} made no call; it is repeated later`,
          err: error.cause,
        });
        return 'out-of-reach';
      }
      // A call that threw may have been sent. Only the remote system knows.
      this.parts.logger.error(
        `${this.kind.name}: the call of attempt ${attemptId} failed with an unexpected error; its outcome is unknown and is looked up`,
        error,
      );
      return { kind: 'unknown', cause: 'unreadable' satisfies OwnCause, words: null };
    }
  }

  async #reload(row: Work<Row, Platform>, before: LoadedEffect<Task>): Promise<Advanced<Task>> {
    return { ...((await this.kind.load(row)) ?? before), until: null };
  }
}
