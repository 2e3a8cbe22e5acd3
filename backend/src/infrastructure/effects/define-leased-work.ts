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
     * Does the due work of a row. It must be safe to repeat after a failure at any place. After an error the loop tries again, after the first
     * retry wait.
     */
    run: (
      row: Work<KeyedRow<Columns>, Platform>,
      given: ResolvedNeeds<N>,
      lease: Lease<Work<KeyedRow<Columns>, Platform>>,
    ) => Promise<NextRun>;
  }>;

/**
 * Work that must be done on time but needs no intent. It is safe to repeat, or guarded by what it works on. Returns a provider of Nest: the loop,
 * with its table.
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
        await giveBack(table, row, await run(row, given, lease));
      },
    };
    return engine.leasedWork(leased, table, options);
  });
}

async function giveBack<Row extends object, Platform extends string>(
  table: WorkTable<Row, Platform>,
  row: Work<Row, Platform>,
  again: NextRun,
): Promise<void> {
  if (again === 'gone') return;
  if (typeof again === 'number') await table.putBack(row, again);
  else await table.release(row, again?.dueAt ?? null);
}
