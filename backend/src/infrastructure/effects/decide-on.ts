import type { EffectContext } from './attempt/context.ts';
import type { Effect } from './attempt/effect.ts';
import type { Move } from './attempt/move.ts';
import type { Advanced, EffectKind, LoadedEffect } from './effect-kind.ts';

/**
 * Records a decision of the rules with the current context.
 * @throws errors of the event log and the database
 */
export async function decideOn<Row, Task, Result, Ready>(
  kind: EffectKind<Row, Task, Result, Ready>,
  row: Row,
  { task }: LoadedEffect<Task>,
  decision: (effect: Effect, c: EffectContext) => Move<never>[],
): Promise<Advanced<Task>> {
  const c = await kind.context(row, task);
  const after = await kind.decide(row, task, (effect) => decision(effect, c));
  return { ...after, until: null };
}
