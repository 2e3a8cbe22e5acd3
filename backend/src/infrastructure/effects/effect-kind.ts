import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { EffectContext } from './attempt/context.ts';
import type { Effect } from './attempt/effect.ts';
import type { LookUpAnswer } from './attempt/look-up.ts';
import type { Move } from './attempt/move.ts';
import type { AttemptRefsUpdate, UpdatesRefs } from './attempt/refs-update.ts';
import type { AttemptOutcome, Postponement, RefusedAttempt } from './attempt/rules.ts';
import type { Lease } from './lease.ts';

/** An effect as read from its stream. `task`: other data of the stream that the work needs. */
export type LoadedEffect<Task> = Readonly<{ effect: Effect; task: Task }>;
/** `moved`: the decision appended something. */
export type DecidedEffect<Task> = LoadedEffect<Task> & Readonly<{ moved: boolean }>;
/** `until`: when to check the effect again, if no event contains this time. */
export type Advanced<Task> = LoadedEffect<Task> & Readonly<{ until: string | null }>;

/** The outcome of the one call. `unsent`: the call ended before it sent anything, and used no quota. */
export type CallResult<Result> = AttemptOutcome<Result> &
  UpdatesRefs<JsonObject> &
  Readonly<{ unsent?: true }>;

/** The outcome of the preparation of a call. `elsewhere`: this worker sends nothing and records nothing, usually because another worker has the row. */
export type Prepared<Ready> =
  | Readonly<{ kind: 'ready'; ready: Ready }>
  | Readonly<{ kind: 'elsewhere' }>
  | RefusedAttempt
  | Postponement;

export type DecideOptions<Ready> = Readonly<{
  /** By default true: decides again when another writer was faster. */
  repeatable?: boolean;
  /** With an intent: what is about to be sent. No event is stored when the stream no longer requests it. */
  ready?: Ready;
  /** With an outcome: the references that the response to this attempt replaces. */
  refsUpdate?: AttemptRefsUpdate<JsonObject>;
}>;

/** What a kind may record in its metrics. `lateBy`: milliseconds from its due time to the first call; null for later calls. */
export type EffectObservation =
  | Readonly<{ kind: 'started'; lateBy: number | null }>
  | Readonly<{ kind: 'attempted'; outcome: AttemptOutcome<unknown>['kind'] | 'not-started' | 'not-prepared' }>
  | Readonly<{ kind: 'looked-up'; answer: LookUpAnswer<unknown>['kind'] }>;

/**
 * One kind of outside calls that must happen once: its source of truth, and how to call and query the remote system. The runner decides the order.
 * `Ready`: the input of the one call.
 */
export interface EffectKind<Row, Task, Result = unknown, Ready = Task> {
  /** Names actors and crash points: `remote-deletion`. */
  readonly name: string;
  /** The cause of its events. */
  causeOf(row: Row): string;
  /** Reads the effect from its stream. Null: the effect does not exist, or no longer exists. */
  load(row: Row): Promise<LoadedEffect<Task> | null>;
  /** Cleans up after an effect that `load` no longer finds. */
  abandon?(row: Row): Promise<void>;
  /**
   * Decides on the newest state and appends the events of the moves, as `StreamWriter.decide` does.
   * @throws ConcurrencyError when the decision is not `repeatable` and another writer was faster; errors of the event log
   */
  decide(
    row: Row,
    task: Task,
    decision: (effect: Effect) => readonly Move<Result>[],
    o?: DecideOptions<Ready>,
  ): Promise<DecidedEffect<Task>>;
  /**
   * The context of its decisions.
   * @throws errors of the database, whose clock it uses
   */
  context(row: Row, task: Task): Promise<EffectContext>;
  /** Freezes the task before its preparation: users can no longer change it. `until`: a user has postponed it to this time. */
  freeze?(row: Row, task: Task): Promise<Readonly<{ task: Task } | { until: string }>>;
  /** Runs the steps before the intent, which must be safe to repeat. Returns the input of the call, or why it cannot be made now. */
  prepare(lease: Lease<Row>, loaded: LoadedEffect<Task>): Promise<Prepared<Ready>>;
  /** Undoes a preparation: no call was made with it, or the call sent nothing. Must not throw. */
  giveBack?(row: Row, ready: Ready): Promise<void>;
  /**
   * The one call.
   * @throws CallNotMade when the call was not begun; any other error leaves the outcome unknown
   */
  call(row: Row, ready: Ready, signal: AbortSignal): Promise<CallResult<Result>>;
  /** Runs after the outcome is stored: other calls may have to wait because of it. */
  afterOutcome?(row: Row, outcome: AttemptOutcome<Result>): Promise<void>;
  /** Asks whether the last attempt had an effect in the remote system. Without this function, or after an error, the outcome stays unknown. */
  lookUp?(row: Row, loaded: LoadedEffect<Task>): Promise<LookUpAnswer<Result> & UpdatesRefs<JsonObject>>;
  /** Whether the needed account is usable. Without this function no effect waits for an account. */
  account?(row: Row): Promise<'active' | 'needs-reconnect' | 'disconnected'>;
  /** When a follow-up step after a success is due; null when there is none. */
  followUpAt?(task: Task): string | null;
  followUp?(row: Row, loaded: LoadedEffect<Task>): Promise<Advanced<Task>>;
  /** Must not throw. */
  observe?(row: Row, happening: EffectObservation): void;
}
