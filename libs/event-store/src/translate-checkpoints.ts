import { AmbiguousError, type Position } from '@posthorn/event-sourcing/event-store';
import type { Pool } from 'pg';

/** The tables with the positions of projections and processes, and with the last position that the database knows. */
const TABLES = ['runner.checkpoint', 'runner.log_seen'];

/**
 * Replaces every stored position by the position of the same event in the other log, in one transaction. Returns the number of changed
 * rows.
 * @throws AmbiguousError when the response to the commit was lost
 */
export async function translateCheckpoints(
  pool: Pool,
  translated: (positions: ReadonlySet<Position>) => Promise<ReadonlyMap<Position, Position>>,
): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    // The transaction is idle while both logs are read.
    await client.query('set local idle_in_transaction_session_timeout = 0');
    const { rows: tables } = await client.query<{ name: string }>(
      'select name from unnest($1::text[]) as name where to_regclass(name) is not null',
      [TABLES],
    );
    // Keeps the projections of a running product from storing new positions in the meantime.
    for (const { name } of tables) await client.query(`lock table ${name} in share row exclusive mode`);
    const used = new Set<Position>();
    for (const { name } of tables) {
      const { rows } = await client.query<{ position: Position }>(
        `select distinct position from ${name} where position is not null`,
      );
      for (const { position } of rows) used.add(position);
    }
    const moves = [...(await translated(used))];
    let moved = 0;
    for (const { name } of tables) {
      const { rowCount } = await client.query(
        `update ${name} t set position = m.new from unnest($1::text[], $2::text[]) m(old, new) where t.position = m.old`,
        [moves.map(([from]) => from), moves.map(([, to]) => to)],
      );
      moved += rowCount ?? 0;
    }
    await client.query('commit').catch((cause: unknown) => {
      throw new AmbiguousError('It is unknown whether the checkpoints were moved', { cause });
    });
    client.release();
    return moved;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
