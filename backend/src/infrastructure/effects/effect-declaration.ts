import type { Event, Stream } from '@posthorn/event-sourcing';
import type { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import type { EffectContext } from './attempt/context.ts';
import type { LookUpAnswer } from './attempt/look-up.ts';
import type { Move } from './attempt/move.ts';
import type { AskingProcess, KeyColumns, LoopDeclaration, ReadModel, KeyedRow } from './declared-loop.ts';
import type { CallResult, LoadedEffect, Prepared } from './effect-kind.ts';
import type { ResolvedNeeds, Needs } from './needs.ts';
import type { Work } from './work-table.ts';

/** The declaration of one kind of effect: one outside call that must happen once. `Ready`: the input of the call. */
export type EffectDeclaration<
  State,
  E extends Event,
  Columns extends KeyColumns,
  Platform extends string,
  N extends Needs,
  Task,
  Ready,
  Result,
> = LoopDeclaration<Columns, Platform, N> &
  Readonly<{
    /** The stream that is the source of truth. */
    stream: Stream<State, E>;
    streamId: (row: Work<KeyedRow<Columns>, Platform>) => string | number;
    /** The read model that `rows` names. It is registered with the effect. */
    readModel: (given: ResolvedNeeds<N>) => ReadModel;
    /** The process that requests the effect, if a process does. */
    askedBy?: (writer: StreamWriter) => AskingProcess;
    /** The effect and its task, read from the stream. Null: the stream does not request the effect, or no longer requests it. */
    effectIn: (state: State, row: Work<KeyedRow<Columns>, Platform>) => LoadedEffect<Task> | null;
    /** The context of decisions: how the effect may be repeated, and its waiting times. */
    context: (
      at: Readonly<{ now: Date; random: number }>,
      given: ResolvedNeeds<N>,
      task: Task,
    ) => EffectContext;
    /** Runs the steps before the intent, which must be safe to repeat. Returns the input of the call, or why it cannot be made now. */
    prepare: (
      task: Task,
      row: Work<KeyedRow<Columns>, Platform>,
      given: ResolvedNeeds<N>,
    ) => Prepared<Ready> | Promise<Prepared<Ready>>;
    /** Whether the stream still requests what was prepared. If not, no intent is stored. */
    isStillAsked?: (state: State, ready: Ready) => boolean;
    /**
     * The one call.
     * @throws CallNotMade when the call was not begun; any other error leaves the outcome unknown
     */
    call: (
      ready: Ready,
      row: Work<KeyedRow<Columns>, Platform>,
      given: ResolvedNeeds<N>,
      signal: AbortSignal,
    ) => Promise<CallResult<Result>>;
    /** Asks whether the last attempt had an effect in the remote system. Without this function the outcome cannot be looked up. */
    lookUp?: (
      loaded: LoadedEffect<Task>,
      row: Work<KeyedRow<Columns>, Platform>,
      given: ResolvedNeeds<N>,
    ) => Promise<LookUpAnswer<Result>>;
    /** Whether the needed account is usable. Without this function the effect never waits for an account. */
    account?: (
      row: Work<KeyedRow<Columns>, Platform>,
      given: ResolvedNeeds<N>,
    ) => Promise<'active' | 'needs-reconnect' | 'disconnected'>;
    /** The events of the stream for a move. */
    events: (
      state: State,
      move: Move<Result>,
      row: Work<KeyedRow<Columns>, Platform>,
      now: Date,
    ) => readonly E[];
  }>;
