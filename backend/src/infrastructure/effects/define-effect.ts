import type { Event } from '@posthorn/event-sourcing';
import {
  declareLoop,
  type DeclaredLoop,
  type KeyColumns,
  type LoopDeclaration,
  type ReadModel,
  type KeyedRow,
} from './declared-loop.ts';
import type { EffectDeclaration } from './effect-declaration.ts';
import type { EffectKind } from './effect-kind.ts';
import type { ResolvedNeeds, Needs } from './needs.ts';
import { streamEffect } from './stream-effect.ts';
import type { Work } from './work-table.ts';

/** Returns a provider of Nest: the loop of the effect. The loop also registers the events, the read model and the process. */
export function defineEffect<
  State,
  E extends Event,
  Columns extends KeyColumns,
  N extends Needs,
  Task,
  Ready,
  Result = null,
  Platform extends string = '',
>(
  effect: EffectDeclaration<State, E, Columns, Platform, N, Task, Ready, Result>,
): DeclaredLoop<'effect', KeyedRow<Columns>, Platform, ResolvedNeeds<N>> {
  return declareLoop(
    'effect',
    effect,
    ({ engine, catalog, projections, processes, table, options, ...parts }) => {
      catalog.add(effect.stream);
      projections.add(effect.readModel(parts.given));
      if (effect.askedBy) processes.add(effect.askedBy(parts.writer));
      const cause = effect.cause ?? ((row: KeyedRow<Columns>) => `${effect.name}:${table.idOf(row)}`);
      return engine.loop(streamEffect(effect, cause, parts), table, options);
    },
  );
}

/** Returns the loop of an effect that a declaration cannot describe, so that its kind is a class. */
export function defineEffectLoop<Columns extends KeyColumns, N extends Needs, Platform extends string = ''>(
  effect: LoopDeclaration<Columns, Platform, N> &
    Readonly<{
      readModel: (given: ResolvedNeeds<N>) => ReadModel;
      kind: (
        given: ResolvedNeeds<N>,
      ) => EffectKind<Work<KeyedRow<Columns>, Platform>, unknown, unknown, unknown>;
    }>,
): DeclaredLoop<'effect', KeyedRow<Columns>, Platform, ResolvedNeeds<N>> {
  return declareLoop('effect', effect, ({ engine, projections, table, given, options }) => {
    projections.add(effect.readModel(given));
    return engine.loop(effect.kind(given), table, options);
  });
}
