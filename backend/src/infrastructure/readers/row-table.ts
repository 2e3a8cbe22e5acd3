import type { Event } from '@posthorn/event-sourcing';
import { isoOf } from '#infrastructure/database/instants.ts';
import { keyedRows, type KeyedRows } from './keyed-rows.ts';
import type { Projection } from './projection.ts';

/** A column with a narrower type than its Postgres type. `holds` exists only for the compiler. */
type Column<Value> = Readonly<{ sql: string; holds?: Value }>;
/** Column name to its definition, such as `'text'` or `'text not null'`. */
type Columns = Readonly<Record<string, string | Column<unknown>>>;

type Plain<Type> = Type extends 'text' | 'uuid' | 'timestamptz'
  ? string
  : Type extends 'bigint' | 'int'
    ? number
    : Type extends 'boolean'
      ? boolean
      : never;
type ValueOf<C> =
  C extends Column<infer Value> ? Value : C extends `${infer Type} not null` ? Plain<Type> : Plain<C> | null;

type RowFrom<C extends Columns> = Readonly<{ [Name in keyof C]: ValueOf<C[Name]> }>;

/** A table of a projection. */
type RowTable<Row extends object> = Readonly<{
  table: string;
  key: readonly string[];
  /** The Postgres type of each column that comes from events. */
  columns: Readonly<Record<keyof Row & string, string>>;
  /** The columns that say which worker has leased a row. A rebuild copies them. */
  leased: readonly string[];
  isLeased?: true;
  /** The column list of `create table`. */
  sql: string;
  /** Exists only for the compiler. */
  row?: Row;
}>;

/** The type of a table’s rows, derived from its columns. */
export type RowOf<Table extends Readonly<{ row?: object }>> = NonNullable<Table['row']>;

/** The columns of every table with leases: which worker holds a row, and until when. */
export const LEASE = { lease_owner: 'text', lease_until: 'timestamptz' } as const;

/** `column<Platform>('text not null')`: text in the table, a platform in the row. Include `null` in the type of a nullable column. */
export const column = <Value>(sql: string): Column<Value> => ({ sql });

/**
 * Declares a table once: its statement, the columns for reading and writing, and the type of its rows (`RowOf`).
 * @param leased columns that come from no event, such as `LEASE`
 */
export function rowTable<const C extends Columns>(
  table: string,
  key: (keyof C & string) | readonly (keyof C & string)[],
  columns: C,
  leased: Readonly<Record<string, string>> = {},
): RowTable<RowFrom<C>> {
  const named: string | readonly string[] = key;
  const keys = typeof named === 'string' ? [named] : named;
  const defined = Object.entries<string | Column<unknown>>(columns).map(
    ([name, as]) => [name, typeof as === 'string' ? as : as.sql] as const,
  );
  const parts = [...defined, ...Object.entries(leased)].map(([name, sql]) => `"${name}" ${sql}`);
  const types = defined.map(([name, sql]) => [name, sql.replace(' not null', '')] as const);
  return {
    table,
    key: keys,
    columns: Object.fromEntries(types) as RowTable<RowFrom<C>>['columns'],
    leased: Object.keys(leased),
    ...(Object.keys(leased).length > 0 && { isLeased: true as const }),
    sql: [...parts, `primary key (${keys.map((name) => `"${name}"`).join(', ')})`].join(', '),
  };
}

/** SQL: all columns in the form of the row type: a `bigint` as a number and an instant as an ISO text. */
export const selectList = ({ columns }: Readonly<{ columns: Readonly<Record<string, string>> }>): string =>
  Object.entries(columns)
    .map(([name, type]) => `${selectExpression(`"${name}"`, type)} as "${name}"`)
    .join(', ');

function selectExpression(name: string, type: string): string {
  if (type === 'bigint') return `${name}::float8`;
  return type === 'timestamptz' ? isoOf(name) : name;
}

type Declared<Row extends object, E extends Event> = Pick<
  Projection<E>,
  'name' | 'version' | 'categories' | 'types' | 'indexes'
> &
  Pick<KeyedRows<Row, E>, 'keyOf' | 'fold' | 'touched'> &
  Readonly<{
    table: RowTable<Row>;
    /** The column with the id of the user who owns the row. */
    owner: keyof Row & string;
  }>;

/** A projection with one table whose rows are folded one by one from events. */
export function rowProjection<Row extends object, E extends Event>(
  declared: Declared<Row, E>,
): Projection<E> {
  const { name, version, categories, indexes = [], table, owner, keyOf, fold, touched } = declared;
  const types = declared.types ?? fold.types;
  return {
    name,
    version,
    categories,
    ...(types && { types }),
    tables: { [table.table]: table.sql },
    personal: { [table.table]: owner },
    indexes,
    ...(table.isLeased && { leases: { [table.table]: { key: table.key, columns: table.leased } } }),
    apply: keyedRows<Row, E>({ ...table, keyOf, fold, ...(touched && { touched }) }),
  };
}
