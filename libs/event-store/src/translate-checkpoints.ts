import type { Position } from '@posthorn/event-sourcing/event-store';
import type { Pool } from 'pg';

/** Where projections and processes keep how far they have read. */
const TABLE = 'runner.checkpoint';

/** Moves every checkpoint of the read models to the position the same event has in the other log, all or none. */
export async function translateCheckpoints(
  pool: Pool,
  translated: (positions: ReadonlySet<Position>) => Promise<ReadonlyMap<Position, Position>>,
): Promise<number> {
  const { rows } = await pool.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    TABLE,
  ]);
  if (rows[0]?.there !== true) return 0;
  const client = await pool.connect();
  try {
    await client.query('begin');
    // Keeps the runners of a product that is still up from moving on meanwhile.
    await client.query(`lock table ${TABLE} in share row exclusive mode`);
    const old = await client.query<{ position: Position }>(
      `select distinct position from ${TABLE} where position is not null`,
    );
    const moves = [...(await translated(new Set(old.rows.map(({ position }) => position))))];
    const { rowCount } = await client.query(
      `update ${TABLE} c set position = m.new from unnest($1::text[], $2::text[]) m(old, new) where c.position = m.old`,
      [moves.map(([from]) => from), moves.map(([, to]) => to)],
    );
    await client.query('commit');
    client.release();
    return rowCount ?? 0;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
