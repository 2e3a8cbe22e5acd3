import { join } from 'node:path';
import { Clock } from './clock.ts';
import type { Configuration } from './config/configuration.ts';
import { poolSizeOf } from './database/connection-budget.ts';
import { checkDatabase, migrate, openDatabase } from './database/database.ts';
import { ensureWritable } from './database/embedded/cluster-folder.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './database/embedded/embedded-postgres.ts';
import type { AppContext } from './app-context.ts';
import { openLog } from './event-log/open-log.ts';
import { PostgresPersonalKeys } from './event-log/postgres-personal-keys.ts';
import { refuseWhileRunning } from './operations/restore/running-processes.ts';
import { readKeyRing } from './vault/read-keys.ts';
import { checkKeysAreThere } from './vault/stored-key-ids.ts';

export type OpenedAppContext = AppContext &
  Readonly<{
    databaseUrl: string;
    /** Two lines: one identifies the database, the other the event log. */
    startLines: readonly string[];
    close(): Promise<void>;
  }>;

/**
 * Opens everything below Nest, in the order of its dependencies. Closes it again when a step fails.
 * @param o.embedded the database server that this process is already starting
 * @param o.attach uses the embedded database of the product that already runs, if one does
 * @param o.restored accepts a database and an event log of different ages, as after a restore
 * @param o.alone refuses while a process of the product is connected to the database
 * @throws OneLineError for problems that an operator can correct
 */
export async function openAppContext(
  configuration: Configuration,
  {
    embedded,
    attach = false,
    restored = false,
    alone = false,
  }: Readonly<{
    embedded?: Promise<EmbeddedPostgres> | undefined;
    attach?: boolean;
    restored?: boolean;
    alone?: boolean;
  }> = {},
): Promise<OpenedAppContext> {
  const { dataDir, databaseUrl, encryptionKeys } = configuration;
  const undo: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    ensureWritable(dataDir);
    const keyFile = join(dataDir, 'encryption-keys');
    const keyRing = readKeyRing(encryptionKeys, keyFile);
    const { url, startLine, stop } =
      databaseUrl === null
        ? await (embedded ?? startEmbeddedPostgres({ dataDir, attach }))
        : await checkedDatabase(configuration, databaseUrl);
    undo.push(stop);
    const database = openDatabase(url, { poolSize: poolSizeOf(configuration) });
    undo.push(() => database.close());
    await migrate(database);
    // This check must come before this process opens its own sessions, which have the same names.
    if (alone) await refuseWhileRunning(database.pool);
    await checkKeysAreThere(
      database.pool,
      keyRing,
      encryptionKeys === null ? `The key file ${keyFile}` : 'ENCRYPTION_KEYS',
    );
    const log = await openLog(configuration, database, { restored });
    undo.push(() => log.store.close());
    return {
      configuration,
      clock: new Clock(),
      store: log.store,
      database,
      keyRing,
      personalKeys: new PostgresPersonalKeys(database.orm.em, keyRing, database.channel),
      databaseUrl: url,
      startLines: [startLine, log.startLine],
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function checkedDatabase({ production, eventStoreUrl }: Configuration, url: string) {
  const where = await checkDatabase(url, { durable: production && eventStoreUrl === null });
  return { url, startLine: `database: ${where}`, stop: () => Promise.resolve() };
}
