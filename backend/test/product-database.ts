import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyDatabase } from '#infrastructure/testing/database-copy.ts';
import { builtTables } from './built-tables.ts';

/** Where a product under test keeps its rows. */
export type ProductDatabase = Readonly<{
  /** What tells a process which database it is; empty for its own. */
  env: Readonly<Record<string, string>>;
  url(): Promise<string>;
  /** The same for the role that may do everything on that server. */
  serverUrl(): Promise<string>;
  /** After the product has ended. */
  close(): Promise<void>;
}>;

/**
 * One of its own on the server that all specs share, copied from one that has all tables: no server has to be made and started, and
 * of the built product no tables of read models.
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

/** The server that the product makes in its data folder and starts by itself. */
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
    // After a kill the server is still there.
    close: async () => (await embedded()).stopLeftover(dataDir),
  };
};

/** That of another process of the same product, which closes it. */
export const databaseBeside = async (
  product: Readonly<{ databaseUrl(): Promise<string>; serverUrl(): Promise<string> }>,
): Promise<ProductDatabase> => ({
  env: { DATABASE_URL: await product.databaseUrl() },
  url: () => product.databaseUrl(),
  serverUrl: () => product.serverUrl(),
  close: () => Promise.resolve(),
});

/** Loaded by the few files that need it. */
const embedded = async () => ({
  ...(await import('#infrastructure/database/embedded/cluster-folder.ts')),
  ...(await import('#infrastructure/database/embedded/database-roles.ts')),
  ...(await import('#infrastructure/database/embedded/embedded-postgres.ts')),
  ...(await import('#infrastructure/database/embedded/server-user.ts')),
});
