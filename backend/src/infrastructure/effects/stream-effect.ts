import type { Event } from '@posthorn/event-sourcing';
import type { DatabaseClock } from '../database/database-clock.ts';
import type { EventReader } from '#infrastructure/event-log/event-reader.ts';
import type { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { NEW_EFFECT, type Effect } from './attempt/effect.ts';
import type { Move } from './attempt/move.ts';
import type { KeyColumns, KeyedRow } from './declared-loop.ts';
import type { EffectDeclaration } from './effect-declaration.ts';
import type { DecideOptions, EffectKind, LoadedEffect } from './effect-kind.ts';
import type { Lease } from './lease.ts';
import type { ResolvedNeeds, Needs } from './needs.ts';
import type { Work } from './work-table.ts';

type Parts<G> = Readonly<{ reader: EventReader; writer: StreamWriter; clock: DatabaseClock; given: G }>;

/** The stream does not request the effect, or no longer requests it. */
const NOT_REQUESTED: Effect = { ...NEW_EFFECT, status: 'cancelled' };

/** The kind of a declared effect: one stream is its source of truth. */
export function streamEffect<
  State,
  E extends Event,
  Columns extends KeyColumns,
  Platform extends string,
  N extends Needs,
  Task,
  Ready,
  Result,
>(
  effect: EffectDeclaration<State, E, Columns, Platform, N, Task, Ready, Result>,
  causeOf: (row: KeyedRow<Columns>) => string,
  { reader, writer, clock, given }: Parts<ResolvedNeeds<N>>,
): EffectKind<Work<KeyedRow<Columns>, Platform>, Task, Result, Ready> {
  type Row = Work<KeyedRow<Columns>, Platform>;
  const { stream, streamId, effectIn, lookUp, account } = effect;
  const isAsked = (state: State, ready: Ready | undefined) =>
    ready === undefined || (effect.isStillAsked?.(state, ready) ?? true);
  return {
    name: effect.name,
    causeOf,
    load: async (row: Row) => effectIn((await reader.load(stream, streamId(row))).state, row),
    decide: async (
      row: Row,
      task: Task,
      decision: (effect: Effect) => readonly Move<Result>[],
      { repeatable = true, ready }: DecideOptions<Ready> = {},
    ) => {
      const now = await clock.now();
      const events = (state: State): readonly E[] => {
        const loaded = isAsked(state, ready) ? effectIn(state, row) : null;
        return loaded ? decision(loaded.effect).flatMap((move) => effect.events(state, move, row, now)) : [];
      };
      const { state, appended } = await writer.decide(stream, streamId(row), events, { repeatable });
      return { ...(effectIn(state, row) ?? { effect: NOT_REQUESTED, task }), moved: appended.length > 0 };
    },
    context: async (_: Row, task: Task) =>
      effect.context({ now: await clock.now(), random: Math.random() }, given, task),
    prepare: async ({ row }: Lease<Row>, { task }: LoadedEffect<Task>) => effect.prepare(task, row, given),
    call: (row: Row, ready: Ready, signal: AbortSignal) => effect.call(ready, row, given, signal),
    ...(lookUp && { lookUp: (row: Row, loaded: LoadedEffect<Task>) => lookUp(loaded, row, given) }),
    ...(account && { account: (row: Row) => account(row, given) }),
  };
}
