import { randomUUID } from 'node:crypto';
import { AmbiguousError, ConcurrencyError } from '@posthorn/event-sourcing/event-store';
import type { Logger } from '@nestjs/common';
import type { CauseContext } from '../cause-context.ts';
import { iso, type EffectContext } from './attempt/context.ts';
import { RECONNECT, type Attempt, type Effect } from './attempt/effect.ts';
import { askAgainAt, recordLookUp, type LookUpOutcome } from './attempt/look-up.ts';
import {
  failPreparation,
  giveUp,
  loseAccount,
  loseWorker,
  nextStep,
  notStarted,
  postpone,
  resume,
  settle,
  start,
  type CallOutcome,
} from './attempt/rules.ts';
import type { CrashPoints } from './crash-points.ts';
import type { DatabaseClock } from './database-clock.ts';
import type { EffectKind, Loaded } from './effect-kind.ts';
import type { Lease } from './lease.ts';
import { retryTransient } from './retry-transient.ts';
import { withDeadline } from './with-deadline.ts';
import type { Work, WorkTable } from './work-table.ts';

/** Look-ups end by themselves, much sooner; one that does not must not keep a row for ever. */
const LONGEST_LOOK_UP_MS = 120_000;

type RunnerParts = Readonly<{
  causes: CauseContext;
  clock: DatabaseClock;
  crash: CrashPoints;
  logger: Logger;
}>;

/** Does for one claimed row what its stream says is to be done now: intent, the one call, outcome; or a look-up. */
export class EffectRunner<Row extends object, Platform extends string, Task, Result> {
  constructor(
    private readonly kind: EffectKind<Work<Row, Platform>, Task, Result>,
    private readonly table: WorkTable<Row, Platform>,
    private readonly parts: RunnerParts,
  ) {}

  /** @throws errors of the event log and the database; the row is taken up again then */
  run(lease: Lease<Work<Row, Platform>>, over: AbortSignal): Promise<void> {
    const actor = { kind: 'system', id: this.kind.name } as const;
    const cause = { actor, correlationId: randomUUID(), causationId: this.kind.causeOf(lease.row) };
    return this.parts.causes.run(cause, () => this.#run(lease, over));
  }

  async #run(lease: Lease<Work<Row, Platform>>, over: AbortSignal): Promise<void> {
    const { row } = lease;
    const loaded = await this.kind.load(row);
    const c = await this.kind.context(row);
    const step = loaded ? nextStep(loaded.effect, c) : ({ kind: 'nothing' } as const);
    if (step.kind === 'wait') return this.table.release(row, step.until);
    const until = loaded ? await this.#take(step.kind, lease, loaded, c, over) : null;
    // The facts move the row; should none have come, it is looked at again.
    const later = iso((await this.parts.clock.now()).getTime() + c.times.longestRetry);
    await this.table.release(row, until ?? later);
    this.#reached('acknowledgement');
  }

  /** Answers when the row is to be looked at again where no fact says it. */
  async #take(
    step: Exclude<ReturnType<typeof nextStep>['kind'], 'wait'>,
    lease: Lease<Work<Row, Platform>>,
    { effect, task }: Loaded<Task>,
    c: EffectContext,
    over: AbortSignal,
  ): Promise<string | null> {
    const { row } = lease;
    switch (step) {
      case 'nothing':
        return null;
      case 'attempt':
        return task === null ? null : this.#attempt(lease, task, c, over);
      case 'look-up':
      case 'poll':
        return this.#lookUp(row, task, effect);
      case 'reconnect':
        return this.#lookAtAccount(row);
      case 'lost-worker':
        await this.kind.decide(row, (current) => loseWorker(current, c));
        return null;
      case 'give-up':
        await this.kind.decide(row, (current) => giveUp(current, c));
        return null;
    }
  }

  async #attempt(
    lease: Lease<Work<Row, Platform>>,
    task: Task,
    c: EffectContext,
    over: AbortSignal,
  ): Promise<string | null> {
    const { row } = lease;
    const trouble = await this.kind.check?.(row, task);
    if (trouble?.kind === 'refused') {
      await this.kind.decide(row, (current) => failPreparation(current, trouble, c));
      return null;
    }
    if (trouble) {
      await this.kind.decide(row, (current) => postpone(current, trouble, c));
      return trouble.until;
    }
    const armedAt = performance.now();
    const armed = await this.#arm(row, c, over);
    const attempt = armed?.effect.attempt;
    if (!armed || !attempt || armed.task === null) return null;
    this.#reached('intent');
    const reason = await this.#whyNot(lease, attempt, armedAt, c);
    if (reason !== null) return this.#giveUpAttempt(row, attempt.attemptId, reason, over);
    const outcome = await this.#call(row, armed.task, c.times.callWithin - (performance.now() - armedAt));
    this.#reached('answer');
    await retryTransient(async () => {
      const answered = await this.kind.context(row);
      await this.kind.decide(row, (current) => settle(current, attempt.attemptId, outcome, answered));
    }, over);
    this.#reached('outcome');
    return outcome.kind === 'refused' && outcome.reason === RECONNECT ? this.#lookAtAccount(row) : null;
  }

  /** The intent. Null: somebody else was faster, and nothing is sent by this worker. */
  async #arm(row: Work<Row, Platform>, c: EffectContext, over: AbortSignal): Promise<Loaded<Task> | null> {
    const attemptId = randomUUID();
    this.#reached('before-intent');
    try {
      const started = await this.kind.decide(row, (current) => start(current, attemptId, c), {
        repeatable: false,
      });
      return started.moved ? started : null;
    } catch (error) {
      if (error instanceof ConcurrencyError) return null;
      // It may be stored all the same, and no call follows it.
      if (error instanceof AmbiguousError) await this.#giveUpAttempt(row, attemptId, 'out-of-reach', over);
      throw error;
    }
  }

  /** The last look before the only step that cannot be taken back, against the lease and two clocks. */
  async #whyNot(
    lease: Lease<Work<Row, Platform>>,
    attempt: Attempt,
    armedAt: number,
    c: EffectContext,
  ): Promise<string | null> {
    if (c.rule === 'harmless') return null;
    try {
      const isHeld = await this.table.hold(lease.row);
      const now = await this.parts.clock.now();
      if (lease.lost || !isHeld) return 'lease-lost';
      const isInTime = now.getTime() < Date.parse(attempt.startBy);
      return isInTime && performance.now() - armedAt < c.times.startWithin ? null : 'too-late';
    } catch (error) {
      this.parts.logger.warn({ msg: `${this.kind.name}: an attempt was not started`, err: error });
      return 'out-of-reach';
    }
  }

  async #giveUpAttempt(
    row: Work<Row, Platform>,
    attemptId: string,
    reason: string,
    over: AbortSignal,
  ): Promise<null> {
    await retryTransient(async () => {
      const c = await this.kind.context(row);
      await this.kind.decide(row, (current) => notStarted(current, attemptId, reason, c));
    }, over);
    return null;
  }

  /** Ends in time whatever becomes of the signal. */
  async #call(row: Work<Row, Platform>, task: Task, within: number): Promise<CallOutcome<Result>> {
    this.#reached('call');
    try {
      return await withDeadline<CallOutcome<Result>>(
        within,
        (signal) => this.kind.call(row, task, signal),
        () => ({ kind: 'unknown', cause: 'timeout', words: null }),
      );
    } catch (error) {
      // Whoever throws may have sent: only the other side knows.
      this.parts.logger.error(`${this.kind.name}: a call broke off`, error);
      return { kind: 'unknown', cause: 'unreadable', words: null };
    }
  }

  async #lookUp(row: Work<Row, Platform>, task: Task | null, effect: Effect): Promise<string | null> {
    const { attempt } = effect;
    if (!attempt) return null;
    const answer = task === null ? CANNOT_TELL : await this.#ask(row, task, effect);
    const c = await this.kind.context(row);
    const told = (current: Effect) => recordLookUp(current, attempt.attemptId, answer, c);
    const after = await this.kind.decide(row, told);
    return askAgainAt(after.effect, answer, await this.kind.context(row));
  }

  /** A look-up that breaks off or never ends proves nothing, as one that fails. */
  async #ask(row: Work<Row, Platform>, task: Task, effect: Effect): Promise<LookUpOutcome<Result>> {
    const failed = { kind: 'failed', words: null } as const;
    try {
      return await withDeadline<LookUpOutcome<Result>>(
        LONGEST_LOOK_UP_MS,
        () => this.kind.lookUp?.(row, task, effect) ?? Promise.resolve(CANNOT_TELL),
        () => failed,
      );
    } catch (error) {
      this.parts.logger.error(`${this.kind.name}: a look-up broke off`, error);
      return failed;
    }
  }

  /** The news of its return may have gone past this effect. */
  async #lookAtAccount(row: Work<Row, Platform>): Promise<null> {
    const account = (await this.kind.account?.(row)) ?? 'active';
    if (account === 'needs-reconnect') return null;
    const c = await this.kind.context(row);
    await this.kind.decide(row, (current) =>
      account === 'active' ? resume(current, c.now) : loseAccount(current, c),
    );
    return null;
  }

  #reached(point: Parameters<CrashPoints['reached']>[0]): void {
    this.parts.crash.reached(`${this.kind.name}/${point}`);
  }
}

const CANNOT_TELL = { kind: 'cannot-tell' } as const;
