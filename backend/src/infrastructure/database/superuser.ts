import type { Pool } from 'pg';

/** The name of our role when it is a superuser on its server, otherwise null. */
export async function superuserRole(pool: Pool): Promise<string | null> {
  const { rows } = await pool.query<{ name: string }>(
    'select rolname as name from pg_roles where rolname = current_user and rolsuper',
  );
  return rows[0]?.name ?? null;
}
