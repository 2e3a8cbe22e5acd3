import type { Pool } from 'pg';

type Column = Readonly<{
  table: string;
  column: string;
  type: string;
  /** Whether the column is the only column of a unique index, or one of several columns. */
  unique: 'alone' | 'among others' | null;
}>;

/** Greater than the ids of existing rows. */
const FIRST = 1_000_000;

/** Tables of the product, with the columns that need a value. */
const COLUMNS = `
  select format('%I.%I', n.nspname, c.relname) as "table", a.attname as "column", t.typname as "type",
    (select case when bool_or(cardinality(i.indkey::int2[]) = 1) then 'alone' when count(*) > 0 then 'among others' end
     from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any(i.indkey::int2[])) as "unique"
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attidentity = '' and a.attgenerated = ''
    join pg_type t on t.oid = a.atttypid
  where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'es', 'public', 'runner')
  order by c.oid, a.attnum`;

/** The SQL value of a column in row n. There are so many different users that an index on user ids is useful. */
function nth({ column, type, unique }: Column): string {
  const isPerson = /(?:^|_)(?:owner|user)_id$/u.test(column);
  const n =
    isPerson && unique !== 'alone' ? 'n % 1000' : unique === null && !/_id$/u.test(column) ? 'n % 100' : 'n';
  const text = `'k' || ${n}`;
  const values: Readonly<Record<string, string>> = {
    text,
    uuid: `md5((${n})::text)::uuid`,
    int8: n,
    int4: n,
    numeric: n,
    float8: n,
    bool: 'n % 2 = 0',
    bytea: `decode(md5((${n})::text), 'hex')`,
    json: `'[]'::json`,
    jsonb: `'[]'::jsonb`,
    // The times of a hundred rows are in the past.
    timestamptz: `now() + (n - ${String(FIRST + 100)}) * interval '1 minute'`,
    date: `current_date - (${unique === null ? 'n % 100' : 'n'})::int`,
    _text: `array[${text}]`,
  };
  const value = values[type];
  if (value === undefined) throw new Error(`Nothing is known of the type ${type}.`);
  return value;
}

/**
 * Fills each table of the database with the given number of rows.
 * @returns the names of the filled tables; a table for a single row accepts no further rows
 */
export async function fillTables(pool: Pool, rows: number): Promise<ReadonlySet<string>> {
  const { rows: columns } = await pool.query<Column>(COLUMNS);
  const filled = new Set<string>();
  for (const table of new Set(columns.map((column) => column.table))) {
    const all = columns.filter((column) => column.table === table);
    const names = all.map(({ column }) => `"${column}"`).join(', ');
    try {
      await pool.query(
        `insert into ${table} (${names}) select ${all.map(nth).join(', ')}
         from generate_series(${String(FIRST)}, ${String(FIRST + rows - 1)}) n on conflict do nothing`,
      );
    } catch (error) {
      if (!isRefusedByCheck(error)) throw error;
      continue;
    }
    await pool.query(`analyze ${table}`);
    filled.add(table.replace(/^[^.]*\./u, ''));
  }
  return filled;
}

const isRefusedByCheck = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23514';
