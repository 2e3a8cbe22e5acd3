import type { Pool } from 'pg';

/** Made by whoever asks first. A database that was put back from a backup is of the same installation. */
export async function installationOf(pool: Pool): Promise<string> {
  await pool.query('insert into runner.installation default values on conflict do nothing');
  const { rows } = await pool.query<{ id: string }>('select id from runner.installation');
  const [row] = rows;
  if (!row) throw new Error('The database has lost its installation: runner.installation is empty');
  return row.id;
}
