import type { EffectContext } from './attempt/context.ts';
import type { Effect } from './attempt/effect.ts';
import type { LookUpOutcome } from './attempt/look-up.ts';
import type { Move } from './attempt/move.ts';
import type { CallOutcome, Postponement, Refusal } from './attempt/rules.ts';

/** An effect as its stream tells it; `task`: what is to be done, null when there is nothing to do it with. */
export type Loaded<Task> = Readonly<{ effect: Effect; task: Task | null }>;
/** `moved`: facts came of the decision. */
export type Decided<Task> = Loaded<Task> & Readonly<{ moved: boolean }>;

/**
 * One sort of calls that must happen once: where its truth is, and how the other side is called and asked. The order of the
 * steps is the runner's.
 */
export interface EffectKind<Row, Task, Result = unknown> {
  /** Of actors and crash points: `remote-deletion`. */
  readonly name: string;
  /** What its facts are caused by. */
  causeOf(row: Row): string;
  /** The stream's truth. Null: there is no such effect (any more). */
  load(row: Row): Promise<Loaded<Task> | null>;
  /**
   * Decides on the newest state and appends what the moves mean there, as `StreamWriter.decide` does.
   * @throws ConcurrencyError when it is not `repeatable` and somebody else was faster; errors of the event log
   */
  decide(
    row: Row,
    decision: (effect: Effect) => readonly Move<Result>[],
    o?: Readonly<{ repeatable?: boolean }>,
  ): Promise<Decided<Task>>;
  /** What its decisions go by. @throws errors of the database, whose clock it is */
  context(row: Row): Promise<EffectContext>;
  /** Before the intent: what keeps the call from being made, or puts it off. */
  check?(row: Row, task: Task): Promise<Refusal | Postponement | null>;
  /** The one call. An error that it throws leaves the outcome unknown. */
  call(row: Row, task: Task, signal: AbortSignal): Promise<CallOutcome<Result>>;
  /** Whether the last attempt left something there; without it nobody can tell. An error proves nothing. */
  lookUp?(row: Row, task: Task, effect: Effect): Promise<LookUpOutcome<Result>>;
  /** Whether the account that it needs can be used; without it no effect waits for one. */
  account?(row: Row): Promise<'active' | 'needs-reconnect' | 'disconnected'>;
}
