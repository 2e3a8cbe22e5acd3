import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { EffectContext } from './attempt/context.ts';
import type { Effect } from './attempt/effect.ts';
import type { LookUpAnswer } from './attempt/look-up.ts';
import type { Move } from './attempt/move.ts';
import type { AttemptRefsUpdate, UpdatesRefs } from './attempt/refs-update.ts';
import type { AttemptOutcome, Postponement, RefusedAttempt } from './attempt/rules.ts';
import type { Lease } from './lease.ts';

/** An effect as its stream tells it; `task`: what else the stream tells about what is to be done. */
export type LoadedEffect<Task> = Readonly<{ effect: Effect; task: Task }>;
/** `moved`: the decision appended something. */
export type DecidedEffect<Task> = LoadedEffect<Task> & Readonly<{ moved: boolean }>;
/** `until`: when to look again, where no event says it. */
export type Advanced<Task> = LoadedEffect<Task> & Readonly<{ until: string | null }>;

/** What came back from the one call. `unsent`: it ended before anything left this machine, and used nothing up. */
export type Called<Result> = AttemptOutcome<Result> & UpdatesRefs<JsonObject> & Readonly<{ unsent?: true }>;

/** What came of the preparation of a call. `elsewhere`: another worker has it, and nothing is sent by this one. */
export type Prepared<Ready> =
  Readonly<{ kind: 'ready'; ready: Ready }> | Readonly<{ kind: 'elsewhere' }> | RefusedAttempt | Postponement;

export type DecideOptions<Ready> = Readonly<{
  /** By default true: decided anew when somebody else was faster. */
  repeatable?: boolean;
  /** With an intent: what is about to be sent. No event comes of it when the stream no longer says so. */
  ready?: Ready;
  /** With an outcome: the references that this attempt's answer replaces. */
  refsUpdate?: AttemptRefsUpdate<JsonObject>;
}>;

/** What a kind may want to count. `lateBy`: milliseconds from its due time to the first call; null for later calls. */
export type Happening =
  | Readonly<{ kind: 'armed'; lateBy: number | null }>
  | Readonly<{ kind: 'attempted'; outcome: AttemptOutcome<unknown>['kind'] | 'not-started' | 'not-prepared' }>
  | Readonly<{ kind: 'looked-up'; answer: LookUpAnswer<unknown>['kind'] }>;

/**
 * One sort of calls that must happen once: where its truth is, and how the other side is called and asked. The order of the
 * steps is the runner's. `Ready`: what the one call is made with.
 */
export interface EffectKind<Row, Task, Result = unknown, Ready = Task> {
  /** Of actors and crash points: `remote-deletion`. */
  readonly name: string;
  /** What its events are caused by. */
  causeOf(row: Row): string;
  /** The stream's truth. Null: there is no such effect (any more). */
  load(row: Row): Promise<LoadedEffect<Task> | null>;
  /** Ends what is left of an effect that `load` no longer knows. */
  abandon?(row: Row): Promise<void>;
  /**
   * Decides on the newest state and appends what the moves mean there, as `StreamWriter.decide` does.
   * @throws ConcurrencyError when it is not `repeatable` and somebody else was faster; errors of the event log
   */
  decide(
    row: Row,
    task: Task,
    decision: (effect: Effect) => readonly Move<Result>[],
    o?: DecideOptions<Ready>,
  ): Promise<DecidedEffect<Task>>;
  /** What its decisions go by. @throws errors of the database, whose clock it is */
  context(row: Row, task: Task): Promise<EffectContext>;
  /** Before anything is made of it: from here on nobody changes what is to be done. `until`: it was put off by somebody. */
  freeze?(row: Row, task: Task): Promise<Readonly<{ task: Task } | { until: string }>>;
  /** Whatever is safe to repeat before the intent, or what keeps the call from being made now. */
  prepare(lease: Lease<Row>, loaded: LoadedEffect<Task>): Promise<Prepared<Ready>>;
  /** No call was made with what was prepared, or one that sent nothing. Must not throw. */
  giveBack?(row: Row, ready: Ready): Promise<void>;
  /** The one call. @throws CallNotMade when it was not begun; any other error leaves the outcome unknown */
  call(row: Row, ready: Ready, signal: AbortSignal): Promise<Called<Result>>;
  /** The outcome is stored: others may have to wait because of it. */
  heed?(row: Row, outcome: AttemptOutcome<Result>): Promise<void>;
  /** Whether the last attempt left something there; without it nobody can tell. An error proves nothing. */
  lookUp?(row: Row, loaded: LoadedEffect<Task>): Promise<LookUpAnswer<Result> & UpdatesRefs<JsonObject>>;
  /** Whether the account that it needs can be used; without it no effect waits for one. */
  account?(row: Row): Promise<'active' | 'needs-reconnect' | 'disconnected'>;
  /** What is left to do after a success, and when; null when nothing is. */
  followUpAt?(task: Task): string | null;
  followUp?(row: Row, loaded: LoadedEffect<Task>): Promise<Advanced<Task>>;
  /** Must not throw. */
  observe?(row: Row, happening: Happening): void;
}
