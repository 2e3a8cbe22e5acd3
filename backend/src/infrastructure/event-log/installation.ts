import type { Pool } from 'pg';

/** The id of this installation, generated at the first call. A restored database keeps it. */
export async function ensureInstallationId(pool: Pool): Promise<string> {
  await pool.query('insert into runner.installation default values on conflict do nothing');
  const { rows } = await pool.query<{ id: string }>('select id from runner.installation');
  const [row] = rows;
  if (!row) throw new Error('The table runner.installation is empty: restore the database from a backup');
  return row.id;
}
