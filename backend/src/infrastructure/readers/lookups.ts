import type { Pool, PoolClient } from 'pg';
import type { Projection } from './projection.ts';

/** The columns by which statements find rows. `columns`: in the order of the index, joined by commas. */
export type LookupColumns = Readonly<{ schema: string; table: string; columns: string }>;

/** An index on all rows whose first columns are these serves the lookup, whatever its name. */
const MISSING = `
  select wanted.schema, wanted.name as "table", wanted.columns
  from unnest($1::text[], $2::text[], $3::text[]) as wanted(schema, name, columns)
  where not exists (
    select from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam
    where i.indrelid = to_regclass(format('%I.%I', wanted.schema, wanted.name))
      and i.indisvalid and i.indpred is null and m.amname = 'btree'
      and starts_with((
        select string_agg(coalesce(a.attname::text, '()'), ',' order by k.place)
        from unnest(i.indkey::int2[]) with ordinality as k(number, place)
        left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
      ) || ',', wanted.columns || ','))
  order by 1, 2, 3`;

/** Returns the lookups of a projection: by the owner of each table, as in erasures, and those that it declares. */
export function lookupsOf({ personal, lookups = {} }: Projection, schema: string): readonly LookupColumns[] {
  const owners = Object.entries(personal).flatMap(([table, owner]) =>
    owner === null ? [] : [{ schema, table, columns: typeof owner === 'string' ? owner : owner.by }],
  );
  const declared = Object.entries(lookups).flatMap(([table, each]) =>
    each.map((columns) => ({ schema, table, columns })),
  );
  return [...owners, ...declared];
}

/** Returns those lookups that no index serves. */
export async function missingLookups(
  needed: readonly LookupColumns[],
  database: Pick<Pool | PoolClient, 'query'>,
): Promise<readonly LookupColumns[]> {
  const { rows } = await database.query<LookupColumns>(MISSING, [
    needed.map(({ schema }) => schema),
    needed.map(({ table }) => table),
    needed.map(({ columns }) => columns),
  ]);
  return rows;
}

export const lookupIndexName = ({ table, columns }: LookupColumns): string =>
  `${table}_by_${columns.replaceAll(',', '_')}`;

/** SQL: the table and the columns of the index, for `create index`. */
export const indexedBy = ({ schema, table, columns }: LookupColumns): string =>
  `"${schema}"."${table}" (${columns})`;
