import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyDatabase } from '#infrastructure/testing/database-copy.ts';
import { builtTables } from './built-tables.ts';

/** The database of a product under test. */
export type ProductDatabase = Readonly<{
  /** The environment that selects this database; empty for the product's own. */
  env: Readonly<Record<string, string>>;
  url(): Promise<string>;
  /** The URL of the same database for the role with all rights on that server. */
  serverUrl(): Promise<string>;
  /** Must be called after the product has ended. */
  close(): Promise<void>;
}>;

/**
 * A new database on the server that all specs share, copied from a template. So no server has to be created and started.
 * For the built product, the template already contains the tables of the read models.
 */
export async function sharedServer(): Promise<ProductDatabase> {
  const { url, serverUrl, drop } = await copyDatabase({ filledBy: builtTables() });
  return {
    env: { DATABASE_URL: url },
    url: () => Promise.resolve(url),
    serverUrl: () => Promise.resolve(serverUrl),
    close: drop,
  };
}

/** The server that the product creates in its data folder and starts by itself. */
export const embeddedServer = (dataDir: string): ProductDatabase => {
  const url = async () => {
    const text = await readFile(join(dataDir, 'postgres', 'connection.json'), 'utf8');
    return (JSON.parse(text) as { url: string }).url;
  };
  return {
    env: {},
    url,
    serverUrl: async () => {
      const { clusterFolder, serverUrl, serverUser } = await embedded();
      return serverUrl(clusterFolder(dataDir, serverUser()), Number(new URL(await url()).port));
    },
    // After a kill the server still runs.
    close: async () => (await embedded()).stopLeftover(dataDir),
  };
};

/** The database of a running product, for a second process of this product. The first process closes the database. */
export const databaseBeside = async (
  product: Readonly<{ databaseUrl(): Promise<string>; serverUrl(): Promise<string> }>,
): Promise<ProductDatabase> => ({
  env: { DATABASE_URL: await product.databaseUrl() },
  url: () => product.databaseUrl(),
  serverUrl: () => product.serverUrl(),
  close: () => Promise.resolve(),
});

/** Imports these modules only for products that need them. */
const embedded = async () => ({
  ...(await import('#infrastructure/database/embedded/cluster-folder.ts')),
  ...(await import('#infrastructure/database/embedded/database-roles.ts')),
  ...(await import('#infrastructure/database/embedded/embedded-postgres.ts')),
  ...(await import('#infrastructure/database/embedded/server-user.ts')),
});
