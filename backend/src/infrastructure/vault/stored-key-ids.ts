import type { Pool } from 'pg';
import { OneLineError } from '#infrastructure/config/one-line-error.ts';
import type { KeyRing } from './key-ring.ts';

/** How many secrets of one table are encrypted with a master key. */
export type StoredKeyId = Readonly<{ table: string; kid: string; count: number }>;

/** Reads the catalog of the database, so that every table with a column `kid` is included. */
export async function storedKeyIds(pool: Pool): Promise<StoredKeyId[]> {
  const tables = await tablesWithKeyIds(pool);
  if (tables.length === 0) return [];
  const counts = tables.map(
    (table, place) =>
      `select ${String(place)} as place, kid, count(*)::int as count from ${table} where wrapped is not null group by kid`,
  );
  const { rows } = await pool.query<{ place: number; kid: string; count: number }>(
    `${counts.join(' union all ')} order by place, kid`,
  );
  return rows.map(({ place, kid, count }) => ({ table: tables[place] ?? '', kid, count }));
}

/** Returns table names with their schemas, quoted if necessary. */
export async function tablesWithKeyIds(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    // The views of information_schema would read the whole catalog, with the rights for each column.
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where a.attname = 'kid' and not a.attisdropped and c.relkind in ('r', 'p') order by 1`,
  );
  return rows.map(({ name }) => name);
}

/**
 * A process cannot read secrets whose key is missing. If it wrote new secrets with another key, no process could read all secrets.
 * @param source where the operator keeps the ring: `ENCRYPTION_KEYS`, or a file
 * @throws OneLineError that lists each missing id, and how many secrets need it
 */
export async function checkKeysAreThere(pool: Pool, ring: KeyRing, source: string): Promise<void> {
  const needed = new Map<string, number>();
  for (const { kid, count } of await storedKeyIds(pool))
    if (!ring.has(kid)) needed.set(kid, (needed.get(kid) ?? 0) + count);
  if (needed.size === 0) return;
  const keys = [...needed].map(([kid, count]) => `key ${kid}, which ${secrets(count)}`).join(', and ');
  throw new OneLineError(
    `${source} lacks ${keys}: put it back behind the newest key. Remove it after Posthorn logs that all secrets are encrypted with the newest key.`,
  );
}

const secrets = (count: number): string =>
  count === 1 ? 'one stored secret needs' : `${String(count)} stored secrets need`;
