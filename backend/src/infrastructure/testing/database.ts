import { openDatabase, type Database } from '../database/database.ts';
import { copyDatabase } from './database-copy.ts';

/** A migrated database for one spec file, on the server that all specs share. `close` drops it. */
export async function openTestDatabase({ migrated = true } = {}): Promise<Database> {
  const copy = await copyDatabase({ migrated });
  const database = openDatabase(copy.url, { poolSize: 12 });
  const close = async () => {
    await database.close();
    await copy.drop();
  };
  return { ...database, close };
}
