import {
  declareLoop,
  type DeclaredLoop,
  type KeyColumns,
  type LoopDeclaration,
  type KeyedRow,
} from './declared-loop.ts';
import type { Lease } from './lease.ts';
import type { ResolvedNeeds, Needs } from './needs.ts';
import type { Work, WorkTable } from './work-table.ts';

/**
 * When to check a row again: after this number of milliseconds, at an instant, or null: not before another event makes it due. `gone`: the row is
 * deleted, or another worker has it.
 */
export type NextRun = number | null | Readonly<{ dueAt: string }> | 'gone';

type LeasedWork<Columns extends KeyColumns, Platform extends string, N extends Needs> = LoopDeclaration<
  Columns,
  Platform,
  N
> &
  Readonly<{
    /** The actor of its events; by default the name of the work. */
    actor?: string;
    /**
     * Does the due work of a row. It must be safe to repeat after a failure at any point. After an error the loop tries again, after the first
     * retry wait.
     */
    run: (
      row: Work<KeyedRow<Columns>, Platform>,
      given: ResolvedNeeds<N>,
      lease: Lease<Work<KeyedRow<Columns>, Platform>>,
    ) => Promise<NextRun>;
  }>;

/**
 * Defines work that must be done on time but needs no intent. It is safe to repeat, or its own data prevent a repetition. Returns a provider of
 * Nest: the loop, with its table.
 */
export function defineLeasedWork<Columns extends KeyColumns, N extends Needs, Platform extends string = ''>(
  work: LeasedWork<Columns, Platform, N>,
): DeclaredLoop<'leased-work', KeyedRow<Columns>, Platform, ResolvedNeeds<N>> {
  const { name, actor = name, cause, run } = work;
  return declareLoop('leased-work', work, ({ engine, table, given, options }) => {
    const causeOf = cause ?? ((row: KeyedRow<Columns>) => `${name}:${table.idOf(row)}`);
    const leased = {
      name,
      actor,
      causeOf,
      run: async (
        row: Work<KeyedRow<Columns>, Platform>,
        lease: Lease<Work<KeyedRow<Columns>, Platform>>,
      ) => {
        await releaseUntil(table, row, await run(row, given, lease));
      },
    };
    return engine.leasedWork(leased, table, options);
  });
}

async function releaseUntil<Row extends object, Platform extends string>(
  table: WorkTable<Row, Platform>,
  row: Work<Row, Platform>,
  nextRun: NextRun,
): Promise<void> {
  if (nextRun === 'gone') return;
  if (typeof nextRun === 'number') await table.putBack(row, nextRun);
  else await table.release(row, nextRun?.dueAt ?? null);
}
