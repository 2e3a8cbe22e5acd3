import { type EventStore } from '@posthorn/event-sourcing/event-store';
import type { Pool } from 'pg';
import { EventStoreDbStore } from './event-store-db.ts';
import { PostgresEventStore } from './postgres-event-store.ts';
import { makeSchema } from './postgres-schema.ts';

export type EventStoreChoice = Readonly<{
  /** `EVENTSTORE_URL`; without it the log is in the database of `pool`. */
  eventStoreUrl?: string | null | undefined;
  pool: Pool;
  /** Refuses a database that may lose acknowledged writes when the power fails. */
  production?: boolean;
}>;

/**
 * The log this installation writes to, with its schema or identity made when it is new.
 * @throws Error with a sentence for the operator: a bad URL, a foreign or sealed log, an unsafe database
 * @throws RetryableError while the server does not answer
 */
export async function openEventStore(choice: EventStoreChoice): Promise<EventStore> {
  const { eventStoreUrl, pool, production = false } = choice;
  if (eventStoreUrl) return openEventStoreDb(eventStoreUrl);
  if (production) await refuseUnsafe(pool);
  await makeSchema(pool);
  const store = new PostgresEventStore(pool);
  try {
    if (await store.isSealed()) {
      throw new Error(
        'The event log in this database is sealed, because it moved to another store: set EVENTSTORE_URL to that store',
      );
    }
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** The line of the start that says which log is in use. It holds no credentials. */
export async function describeLog(store: EventStore): Promise<string> {
  const [{ kind, logId, address }, head] = await Promise.all([store.describe(), store.head()]);
  const where = kind === 'postgres' ? 'postgres, one machine' : `${kind} ${address}`;
  return `event log: ${where}, id ${logId}, head ${head ?? 'none'}`;
}

async function openEventStoreDb(url: string): Promise<EventStore> {
  const store = new EventStoreDbStore(url);
  try {
    if ((await store.identity()) === null) {
      if ((await store.head()) !== null) {
        throw new Error('EVENTSTORE_URL leads to a log that holds events of something else');
      }
      await store.identify();
    }
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function refuseUnsafe(pool: Pool): Promise<void> {
  for (const setting of ['fsync', 'full_page_writes']) {
    const { rows } = await pool.query<{ value: string }>('select current_setting($1) as value', [setting]);
    if (rows[0]?.value !== 'on') {
      throw new Error(
        `The database runs with ${setting}=off, which loses events when the power fails: turn it on`,
      );
    }
  }
}
