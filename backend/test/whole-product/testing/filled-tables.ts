import type { Pool } from 'pg';

/** A column that gets values. Identity columns and generated columns are left out, because PostgreSQL fills them. */
export type FilledColumn = Readonly<{
  table: string;
  column: string;
  type: string;
  canBeNull: boolean;
  /** Whether the column is the only column of a unique index, or one of several columns. */
  unique: 'alone' | 'among others' | null;
  /**
   * Whether each row gets its own value, so that a unique index accepts the rows. One column of each unique index is enough. It is the last
   * one that contains neither a boolean nor the id of an owner or user.
   */
  isKey: boolean;
}>;

/**
 * `owners`: the rows belong to so many users; an account has half as many rows as a user, a post a quarter. `words`: the words of columns by
 * name, such as the states of a post. `isRealistic`: makes rows as a real product has
 * them. A third of the rows has nulls where the table allows them, and the times of past actions are in the past.
 */
export type RowOptions = Readonly<{
  rows: number;
  owners: number;
  words?: ReadonlyMap<string, readonly string[]>;
  isRealistic?: boolean;
}>;

/** The number of the first row. It is greater than the ids of existing rows. */
export const FIRST_ROW = 1_000_000;

/** Tables of the product, with the columns that get values. */
const COLUMNS = `
  select format('%I.%I', n.nspname, c.relname) as "table", a.attname as "column", t.typname as "type", not a.attnotnull as "canBeNull",
    (select case when bool_or(cardinality(i.indkey::int2[]) = 1) then 'alone' when count(*) > 0 then 'among others' end
     from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any(i.indkey::int2[])) as "unique",
    exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = (
      select o.attnum from unnest(i.indkey::int2[]) with ordinality as k(number, place)
        join pg_attribute o on o.attrelid = c.oid and o.attnum = k.number
      where o.attname !~ '(^|_)(owner|user)_id$' and o.atttypid <> 'bool'::regtype order by k.place desc limit 1)) as "isKey"
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attidentity = '' and a.attgenerated = ''
    join pg_type t on t.oid = a.atttypid
  where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'es', 'public', 'runner')
  order by c.oid, a.attnum`;

const IS_PERSON = /(?:^|_)(?:owner|user)_id$/u;
/** Each user has this many accounts and posts. The rows of the user contain their ids in turn. */
const PER_USER = { account: 2, post: 4 } as const;
/** Names of columns with planned times. */
const PLANNED = /due|next|until|before|ends|scheduled|expires/u;
const ACCOUNT_OR_POST_ID = /^(account|post)_id$/u;

/**
 * The SQL value of a column in row n. There are so many different users that an index on user ids is useful. The first rows of all tables
 * belong together: row n of each table has the same user, account and post.
 */
export function valueInRow(filled: FilledColumn, options: RowOptions): string {
  const n = numberInRow(filled, options);
  const words = filled.isKey ? undefined : options.words?.get(filled.column);
  const text = words ? oneOf(words, options.owners) : `'k' || ${n}`;
  const values: Readonly<Record<string, string>> = {
    text,
    uuid: `md5((${n})::text)::uuid`,
    int8: n,
    int4: n,
    numeric: n,
    float8: n,
    bool: `(${mixed(options.owners)}) % 2 = 0`,
    bytea: `decode(md5((${n})::text), 'hex')`,
    json: `'[]'::json`,
    jsonb: `'[]'::jsonb`,
    timestamptz: timeInRow(filled, options),
    date: `current_date - (${n})::int`,
    _text: `array[${text}]`,
  };
  const value = values[filled.type];
  if (value === undefined) throw new Error(`Nothing is known of the type ${filled.type}.`);
  return value;
}

/**
 * The times of two rows differ by a minute. Past times end now. Planned times begin 100 minutes ago, so that a hundred rows are due. Without
 * `isRealistic`, every time counts as planned.
 */
const timeInRow = ({ column }: FilledColumn, { isRealistic }: RowOptions): string =>
  isRealistic && !PLANNED.test(column)
    ? `now() - (n - ${String(FIRST_ROW)}) * interval '1 minute'`
    : `now() + (n - ${String(FIRST_ROW + 100)}) * interval '1 minute'`;

/** A number that differs among the rows of one user. */
const mixed = (owners: number): string => `n + n / ${String(owners)}`;

const oneOf = (words: readonly string[], owners: number): string =>
  `(array[${words.map((word) => `'${word}'`).join(', ')}])[1 + (${mixed(owners)}) % ${String(words.length)}]`;

function numberInRow({ column, unique, isKey }: FilledColumn, { owners }: RowOptions): string {
  if (IS_PERSON.test(column))
    return unique === 'alone' ? `(n - ${String(FIRST_ROW)})` : `(n % ${String(owners)})`;
  if (isKey) return 'n';
  const [, kind] = ACCOUNT_OR_POST_ID.exec(column) ?? [];
  if (kind === 'account' || kind === 'post')
    return `(${String(FIRST_ROW)} + n % ${String(owners * PER_USER[kind])})`;
  return /_id$/u.test(column) || unique !== null ? 'n' : `((${mixed(owners)}) % 100)`;
}

/** The tables that can be filled, each with its columns. */
export async function fillableTables(pool: Pool): Promise<ReadonlyMap<string, readonly FilledColumn[]>> {
  const { rows } = await pool.query<FilledColumn>(COLUMNS);
  const tables = new Map<string, FilledColumn[]>();
  for (const column of rows) tables.set(column.table, [...(tables.get(column.table) ?? []), column]);
  return tables;
}

/**
 * Fills one table.
 * @returns whether the table accepted rows; a table for a single row accepts no further rows
 */
export async function fillTable(
  pool: Pool,
  columns: readonly FilledColumn[],
  options: RowOptions,
): Promise<boolean> {
  const table = columns[0]?.table ?? '';
  const names = columns.map(({ column }) => `"${column}"`).join(', ');
  const values = columns.map((column) => valueOrNullInRow(column, options)).join(', ');
  const last = FIRST_ROW + options.rows - 1;
  try {
    await pool.query(
      `insert into ${table} (${names}) select ${values}
       from generate_series(${String(FIRST_ROW)}, ${String(last)}) n on conflict do nothing`,
    );
  } catch (error) {
    if (!isRefusedByCheck(error)) throw error;
    // The checks of some tables bind two columns together, such as a time and its reason.
    return options.isRealistic === true && fillTable(pool, columns, { ...options, isRealistic: false });
  }
  await pool.query(`analyze ${table}`);
  return true;
}

function valueOrNullInRow(column: FilledColumn, options: RowOptions): string {
  const value = valueInRow(column, options);
  const hasNulls =
    options.isRealistic && column.canBeNull && column.unique === null && !/_id$/u.test(column.column);
  return hasNulls ? `case when (${mixed(options.owners)}) % 3 > 0 then ${value} end` : value;
}

/**
 * Fills each table of the database with the given number of rows.
 * @returns the names of the filled tables
 */
export async function fillTables(pool: Pool, options: RowOptions): Promise<ReadonlySet<string>> {
  const filled = new Set<string>();
  for (const [table, columns] of await fillableTables(pool))
    if (await fillTable(pool, columns, options)) filled.add(withoutSchema(table));
  return filled;
}

export const withoutSchema = (table: string): string => table.replace(/^[^.]*\./u, '').replaceAll('"', '');

const isRefusedByCheck = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23514';
