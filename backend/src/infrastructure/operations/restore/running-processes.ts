import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { OneLineError } from '#infrastructure/config/one-line-error.ts';

/** Milliseconds. PostgreSQL ends the sessions of a killed process only when it finds the socket closed. */
const SESSIONS_END_MS = 5_000;
const CHECK_EVERY_MS = 100;

/** @throws OneLineError while a process of the product stays connected to this database */
export async function refuseWhileRunning(pool: Pool): Promise<void> {
  const until = performance.now() + SESSIONS_END_MS;
  while (await isConnected(pool)) {
    if (performance.now() > until)
      throw new OneLineError('Posthorn is running on this database: stop all its processes first.');
    await pause(CHECK_EVERY_MS);
  }
}

async function isConnected(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name in ('posthorn news', 'posthorn readers')`,
  );
  return rowCount !== 0;
}
