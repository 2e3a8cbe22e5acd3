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
import { givenOf, injectInto, type Given, type Needs } from './needs.ts';
import type { WorkLoop, WorkTimes } from './work-loop.ts';
import { WorkTable, type ColumnType, type WorkTableOptions, type WorkTableTraits } from './work-table.ts';
import { WorkerLoop } from './worker-loop.ts';

export type KeyColumns = Readonly<Record<string, ColumnType>>;
/** A row by the types of its columns. */
export type KeyedRow<Columns extends KeyColumns> = Readonly<{
  [Name in keyof Columns]: Columns[Name] extends 'text' ? string : number;
}>;

/** What all work that is due in rows says of itself. Times that tests shorten come from what it needs. */
export type LoopDeclaration<Columns extends KeyColumns, Platform extends string, N extends Needs> = Readonly<{
  /** Of its crash points and statements, and of its actor where it names none: `remote-deletion`. Unique in the process. */
  name: string;
  /** Of its intervals, unique in the process: `scheduling.remote-deletions`. */
  loop: string;
  /** Under which its lines are in the log of the process: `Publishing`. */
  logger: string;
  needs: N;
  rows: DueRows<Columns, Given<N>>;
  /** What its events are caused by; by default its name and the key: `renewal:7`. */
  cause?: (row: KeyedRow<Columns>) => string;
  /** Every platform whose rows it takes up. Without them all rows are alike. */
  platforms?: readonly Platform[];
  /** Rows of one platform at a time. */
  slots?: number;
  times: WorkTimes | ((given: Given<N>) => WorkTimes);
}>;

type DueRows<Columns extends KeyColumns, G> = WorkTableTraits &
  Readonly<{
    /** What a claimed row tells. */
    columns: Columns;
    /** Its primary key, in its order; by default all columns. */
    key?: readonly (keyof Columns & string)[];
    /** Milliseconds; the loop renews it. */
    lease: number | ((given: G) => number);
    ripe?: string | ((given: G) => string);
  }>;

/** A loop that a declaration has made. */
abstract class TableLoop<Row extends object, Platform extends string> extends WorkerLoop<Row, Platform> {
  /** Its due rows, and who works on them. */
  abstract readonly table: WorkTable<Row, Platform>;
}

/** `effect`: something outside happens once. `leased-work`: it may be done again. */
export type LoopWork = 'effect' | 'leased-work';

/** A provider of Nest; with a table of its own for whoever works without the loop. */
export type DeclaredLoop<Does extends LoopWork, Row extends object, Platform extends string, G> = Type<
  TableLoop<Row, Platform>
> &
  Readonly<{ does: Does; tableOn: (pool: Pool, clock: DatabaseClock, given: G) => WorkTable<Row, Platform> }>;

/** What a declaration may register; of whatever events. */
export type ReadModel = Parameters<ProjectionRegistry['add']>[0];
export type AskingProcess = Parameters<ProcessRegistry['add']>[0];

/** What the functions of a declaration are connected with. */
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

/** Makes the class of a loop. @param start makes the loop itself, which rests until the process has started */
export function declareLoop<
  Does extends LoopWork,
  Columns extends KeyColumns,
  Platform extends string,
  N extends Needs,
>(
  does: Does,
  declaration: LoopDeclaration<Columns, Platform, N>,
  start: (parts: LoopParts<KeyedRow<Columns>, Platform, Given<N>>) => WorkLoop<KeyedRow<Columns>, Platform>,
): DeclaredLoop<Does, KeyedRow<Columns>, Platform, Given<N>> {
  const { needs, loop: name, logger, slots, times } = declaration;
  const platforms = declaration.platforms ?? ([''] as readonly string[] as readonly Platform[]);
  const tableOn = (pool: Pool, clock: DatabaseClock, given: Given<N>) =>
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
      const given = givenOf(needs, values);
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
  // Nest names it so when something that it needs is missing.
  Object.defineProperty(Declared, 'name', { value: name });
  injectInto(Declared, [...TOKENS, ...Object.values(needs)]);
  return Object.assign(Declared, { does, tableOn });
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
