import { Logger, type Type } from '@nestjs/common';
import { Pool } from 'pg';
import { Configuration } from '../config/configuration.ts';
import { DatabaseClock } from '../database/database-clock.ts';
import { EventCatalog } from '#infrastructure/event-log/event-catalog.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { ProcessRegistry } from '#infrastructure/readers/process-registry.ts';
import { ProjectionRegistry } from '#infrastructure/readers/projection-registry.ts';
import { EffectEngine, type EffectLoopOptions } from './effect-engine.ts';
import { resolvedNeeds, injectInto, type ResolvedNeeds, type Needs } from './needs.ts';
import type { WorkLoop, WorkTimes } from './work-loop.ts';
import { WorkTable, type ColumnType, type WorkTableOptions, type WorkTableTraits } from './work-table.ts';
import { WorkerLoop } from './worker-loop.ts';

export type KeyColumns = Readonly<Record<string, ColumnType>>;
/** A row by the types of its columns. */
export type KeyedRow<Columns extends KeyColumns> = Readonly<{
  [Name in keyof Columns]: Columns[Name] extends 'text' ? string : number;
}>;

/** Declares work whose items are rows of a table. Times that tests shorten come from `needs`. */
export type LoopDeclaration<Columns extends KeyColumns, Platform extends string, N extends Needs> = Readonly<{
  /** Names its crash points and statements, and its actor by default: `remote-deletion`. Unique in the process. */
  name: string;
  /** Names its intervals: `scheduling.remote-deletions`. Unique in the process. */
  loop: string;
  /** The name that its log lines show: `Publishing`. */
  logger: string;
  needs: N;
  rows: DueRows<Columns, ResolvedNeeds<N>>;
  /** The cause of its events; by default its name and the key: `renewal:7`. */
  cause?: (row: KeyedRow<Columns>) => string;
  /** All platforms whose rows the loop claims. Without this list, rows have no platform. */
  platforms?: readonly Platform[];
  /** The greatest number of rows of one platform at a time. */
  slots?: number;
  times: WorkTimes | ((given: ResolvedNeeds<N>) => WorkTimes);
}>;

type DueRows<Columns extends KeyColumns, G> = WorkTableTraits &
  Readonly<{
    /** The columns of a claimed row. */
    columns: Columns;
    /** Its primary key, in order; by default all columns. */
    key?: readonly (keyof Columns & string)[];
    /** The length of a lease in milliseconds. The loop renews leases. */
    lease: number | ((given: G) => number);
    ripe?: string | ((given: G) => string);
  }>;

/** A loop that a declaration defines. */
abstract class TableLoop<Row extends object, Platform extends string> extends WorkerLoop<Row, Platform> {
  /** Its due rows and their leases. */
  abstract readonly table: WorkTable<Row, Platform>;
}

/** `effect`: work with an outside call that must happen once. `leased-work`: work that may be repeated. */
export type LoopWork = 'effect' | 'leased-work';

/** A provider of Nest. Its table can be used without the loop. */
export type DeclaredLoop<Kind extends LoopWork, Row extends object, Platform extends string, G> = Type<
  TableLoop<Row, Platform>
> &
  Readonly<{
    workKind: Kind;
    tableOn: (pool: Pool, clock: DatabaseClock, given: G) => WorkTable<Row, Platform>;
  }>;

/** A read model that a declaration may register, for any events. */
export type ReadModel = Parameters<ProjectionRegistry['add']>[0];
export type AskingProcess = Parameters<ProcessRegistry['add']>[0];

/** What the functions of a declaration use. */
type LoopParts<Row extends object, Platform extends string, G> = Readonly<{
  engine: EffectEngine;
  clock: DatabaseClock;
  reader: EventReader;
  writer: StreamWriter;
  catalog: EventCatalog;
  projections: ProjectionRegistry;
  processes: ProcessRegistry;
  table: WorkTable<Row, Platform>;
  given: G;
  options: EffectLoopOptions<Row, Platform>;
}>;

const TOKENS = [
  Configuration,
  Pool,
  EffectEngine,
  DatabaseClock,
  EventReader,
  StreamWriter,
  EventCatalog,
  ProjectionRegistry,
  ProcessRegistry,
] as const;

/**
 * Returns the class of a loop.
 * @param start creates the loop. Nest starts the loop with the process.
 */
export function declareLoop<
  Kind extends LoopWork,
  Columns extends KeyColumns,
  Platform extends string,
  N extends Needs,
>(
  workKind: Kind,
  declaration: LoopDeclaration<Columns, Platform, N>,
  start: (
    parts: LoopParts<KeyedRow<Columns>, Platform, ResolvedNeeds<N>>,
  ) => WorkLoop<KeyedRow<Columns>, Platform>,
): DeclaredLoop<Kind, KeyedRow<Columns>, Platform, ResolvedNeeds<N>> {
  const { needs, loop: name, logger, slots, times } = declaration;
  const platforms = declaration.platforms ?? ([''] as readonly string[] as readonly Platform[]);
  const tableOn = (pool: Pool, clock: DatabaseClock, given: ResolvedNeeds<N>) =>
    new WorkTable<KeyedRow<Columns>, Platform>(
      pool,
      clock,
      optionsOf(declaration.name, declaration.rows, given),
    );

  class Declared extends TableLoop<KeyedRow<Columns>, Platform> {
    readonly table: WorkTable<KeyedRow<Columns>, Platform>;
    protected override readonly loop: WorkLoop<KeyedRow<Columns>, Platform>;

    constructor(
      configuration: Configuration,
      pool: Pool,
      engine: EffectEngine,
      clock: DatabaseClock,
      reader: EventReader,
      writer: StreamWriter,
      catalog: EventCatalog,
      projections: ProjectionRegistry,
      processes: ProcessRegistry,
      ...values: unknown[]
    ) {
      super(configuration);
      const given = resolvedNeeds(needs, values);
      this.table = tableOn(pool, clock, given);
      const options = {
        name,
        platforms,
        logger: new Logger(logger),
        times: typeof times === 'function' ? times(given) : times,
        ...(slots !== undefined && { slots }),
      };
      const registries = { catalog, projections, processes };
      this.loop = start({ engine, clock, reader, writer, ...registries, table: this.table, given, options });
    }
  }
  // Nest shows this name when a dependency is missing.
  Object.defineProperty(Declared, 'name', { value: name });
  injectInto(Declared, [...TOKENS, ...Object.values(needs)]);
  return Object.assign(Declared, { workKind, tableOn });
}

function optionsOf<Columns extends KeyColumns, G>(
  kind: string,
  { columns, key, lease, ripe, ...traits }: DueRows<Columns, G>,
  given: G,
): WorkTableOptions<KeyedRow<Columns>> {
  return {
    ...traits,
    kind,
    columns,
    key: key ?? Object.keys(columns),
    lease: typeof lease === 'function' ? lease(given) : lease,
    ...(ripe !== undefined && { ripe: typeof ripe === 'function' ? ripe(given) : ripe }),
  };
}
