import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventStore } from '@posthorn/event-sourcing/event-store';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { LocalChannel } from '../database/database-channel.ts';
import { openDatabase, type Database } from '../database/database.ts';
import type { AppContext } from '../app-context.ts';
import { PostgresPersonalKeys } from '#infrastructure/event-log/postgres-personal-keys.ts';
import { KeyRing } from '../vault/key-ring.ts';
import { openTestDatabase } from './database.ts';
import { FixedClock } from './fixed-clock.ts';
import { MemoryPersonalKeys } from './memory-personal-keys.ts';
import { testConfiguration } from './test-configuration.ts';

export type TestAppContextOptions = Readonly<{
  /** The business time, which stands still; `booted.clock` changes it. */
  now?: Date;
  store?: EventStore;
  /** True: a new migrated Postgres database for read models and module tables. */
  database?: boolean;
  /** Uses the database of another boot instead, like a second process of the same product. */
  sharing?: Database | null;
  /** The operator’s variables, as in production. */
  env?: Readonly<Record<string, string>>;
}>;

export type TestAppContext = AppContext &
  Readonly<{ clock: FixedClock; opened: Database | null; close(): Promise<void> }>;

/** The basis of specs: an in-memory log, and a database only on request. */
export async function openTestAppContext({
  now = new Date('2030-01-01T12:00:00Z'),
  store = new InMemoryEventStore(),
  database = false,
  sharing = null,
  env = {},
}: TestAppContextOptions): Promise<TestAppContext> {
  const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-spec-'));
  const opened = await open(database, sharing);
  const keyRing = new KeyRing([{ id: 'test', key: Buffer.alloc(32, 7) }]);
  return {
    configuration: testConfiguration({ DATA_DIR: dataDir, ...env }),
    clock: new FixedClock(now),
    store,
    database: opened ?? withoutDatabase(),
    opened,
    keyRing,
    personalKeys: opened
      ? new PostgresPersonalKeys(opened.orm.em, keyRing, opened.channel)
      : new MemoryPersonalKeys(),
    close: async () => {
      // The other boot still uses a shared log.
      if (!sharing) await store.close();
      await opened?.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function open(fresh: boolean, sharing: Database | null): Promise<Database | null> {
  if (fresh) return openTestDatabase();
  return sharing && openDatabase(sharing.url, { poolSize: 4 });
}

/** A spec that needs rows must request a database; without one, any query fails with this sentence. */
function withoutDatabase() {
  const none = openDatabase('postgres://nobody@127.0.0.1:1/none');
  const refuse = () => Promise.reject(new Error('This spec has no database: boot(…, { database: true }).'));
  return {
    ...none,
    pool: Object.assign(none.pool, { query: refuse, connect: refuse }),
    channel: new LocalChannel(),
  };
}
