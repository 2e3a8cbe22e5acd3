import type { Event, Stream } from '@posthorn/event-sourcing';
import type { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import type { EffectContext } from './attempt/context.ts';
import type { LookUpAnswer } from './attempt/look-up.ts';
import type { Move } from './attempt/move.ts';
import type { AskingProcess, KeyColumns, LoopDeclaration, ReadModel, KeyedRow } from './declared-loop.ts';
import type { Called, LoadedEffect, Prepared } from './effect-kind.ts';
import type { Given, Needs } from './needs.ts';
import type { Work } from './work-table.ts';

/** What one kind of effect says of itself: one call to the outside that must happen once. `Ready`: what the call is made with. */
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
    /** Where its truth is. */
    stream: Stream<State, E>;
    streamId: (row: Work<KeyedRow<Columns>, Platform>) => string | number;
    /** The read model that `rows` names; the work has it fed. */
    readModel: (given: Given<N>) => ReadModel;
    /** The process that asks for it, where one does. */
    askedBy?: (writer: StreamWriter) => AskingProcess;
    /** The effect as the stream tells it, and what is to be done. Null: the stream does not ask for it, or no longer. */
    effectIn: (state: State, row: Work<KeyedRow<Columns>, Platform>) => LoadedEffect<Task> | null;
    /** What decisions go by: how it may be repeated, and its waits. */
    context: (at: Readonly<{ now: Date; random: number }>, given: Given<N>, task: Task) => EffectContext;
    /** Whatever is safe to repeat before the intent, or what keeps the call from being made now. */
    prepare: (
      task: Task,
      row: Work<KeyedRow<Columns>, Platform>,
      given: Given<N>,
    ) => Prepared<Ready> | Promise<Prepared<Ready>>;
    /** Whether the stream still asks for what was prepared; else no intent is stored. */
    isStillAsked?: (state: State, ready: Ready) => boolean;
    /** The one call. @throws CallNotMade when it was not begun; any other error leaves the outcome unknown */
    call: (
      ready: Ready,
      row: Work<KeyedRow<Columns>, Platform>,
      given: Given<N>,
      signal: AbortSignal,
    ) => Promise<Called<Result>>;
    /** Whether the last attempt left something there; without it nobody can tell. */
    lookUp?: (
      loaded: LoadedEffect<Task>,
      row: Work<KeyedRow<Columns>, Platform>,
      given: Given<N>,
    ) => Promise<LookUpAnswer<Result>>;
    /** Whether the account that it needs can be used; without it nothing waits for one. */
    account?: (
      row: Work<KeyedRow<Columns>, Platform>,
      given: Given<N>,
    ) => Promise<'active' | 'needs-reconnect' | 'disconnected'>;
    /** A move as events of the stream. */
    events: (
      state: State,
      move: Move<Result>,
      row: Work<KeyedRow<Columns>, Platform>,
      now: Date,
    ) => readonly E[];
  }>;
