import type { Pool } from 'pg';
import { OneLineError } from '../one-line-error.ts';

/** @throws OneLineError while a process of the product is connected to this database */
export async function refuseWhileRunning(pool: Pool): Promise<void> {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name in ('posthorn news', 'posthorn readers')`,
  );
  if (rowCount !== 0)
    throw new OneLineError('Posthorn is running on this database: stop all its processes first.');
}
