import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { RetryableError, type EventStore } from '@posthorn/event-sourcing/event-store';
import type { EventStoreDbStore } from '@posthorn/event-store/event-store-db';
import { mayAnswerSoon, reasonOf, refusalOf } from '@posthorn/event-store/event-store-db-failure';
import { PostgresEventStore } from '@posthorn/event-store/postgres-event-store';
import { makeSchema } from '@posthorn/event-store/postgres-schema';
import type { Pool } from 'pg';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import type { DatabaseChannel } from '#infrastructure/database/database-channel.ts';
import type { Database } from '#infrastructure/database/database.ts';
import { OneLineError } from '#infrastructure/config/one-line-error.ts';
import { AGES, checkAges, olderOf } from './ages.ts';
import { PositionTrackingEventStore } from './position-tracking-event-store.ts';
import { whyClosed } from './closed-log.ts';
import { ensureInstallationId } from './installation.ts';

const PATIENCE_MILLISECONDS = 15_000;
const PAUSE_MILLISECONDS = 250;

export type OpenedLog = Readonly<{
  store: EventStore;
  /** Names the log in use, in one line. The product prints it at the start. */
  startLine: string;
}>;

/**
 * Opens the log of `EVENTSTORE_URL`, or the log in the database. The log must be open and be the one that the read models were built
 * from. It must be as new as the read models, and belong to this database.
 * @param o.restored skips the checks of age and owner: for the commands that run after a restore
 * @throws OneLineError
 */
export async function openLog(
  { eventStoreUrl }: Pick<Configuration, 'eventStoreUrl'>,
  { pool, channel }: Pick<Database, 'pool' | 'channel'>,
  { restored = false }: { restored?: boolean } = {},
): Promise<OpenedLog> {
  const known = await knownLog(pool);
  const store =
    eventStoreUrl === null
      ? await postgresLog(pool, channel)
      : await eventStoreDb(eventStoreUrl, known, { restored });
  try {
    const startLine = await askRepeatedly(() => joinLog(store, pool, { known, restored }));
    // Between a log and a database of different ages, a stored position would hide the difference from the next check. If they belong
    // together, it must be stored. Otherwise the next start would conclude from the events of this command that the database is older.
    const isTracked = !restored || (await askRepeatedly(() => olderOf(store, pool))) === null;
    return { store: isTracked ? new PositionTrackingEventStore(store, pool) : store, startLine };
  } catch (error) {
    await store.close();
    throw eventStoreUrl !== null && error instanceof RetryableError ? notOpened(eventStoreUrl, error) : error;
  }
}

/** Checks that log and database belong together, and notes that they do. Each step may be repeated. @returns the line that names the log */
async function joinLog(
  store: EventStore,
  pool: Pool,
  { known, restored }: Readonly<{ known: string | null; restored: boolean }>,
): Promise<string> {
  const { kind, logId, address } = await store.describe();
  if (known !== null && known !== logId) throw otherLog(known, `log ${logId}`);
  if (!restored) await store.claim(await ensureInstallationId(pool));
  const closed = await whyClosed(store);
  if (closed !== null) throw new OneLineError(closed);
  await remember(logId, pool);
  if (!restored) await checkAges(store, pool);
  const where = kind === 'postgres' ? kind : `${kind} ${address}`;
  return `event log: ${where}, id ${logId}, head ${(await store.head()) ?? 'none'}`;
}

/** Repeats a request to a busy server for `PATIENCE_MILLISECONDS`, so that one late response does not end the start. */
async function askRepeatedly<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const until = performance.now() + PATIENCE_MILLISECONDS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!mayAnswerSoon(error) || performance.now() >= until) throw error;
      await pause(PAUSE_MILLISECONDS);
    }
  }
}

async function postgresLog(pool: Pool, channel: DatabaseChannel): Promise<EventStore> {
  await makeSchema(pool);
  return new PostgresEventStore(pool, {
    listen: (name, onAppend) => {
      channel.listen(name, onAppend, onAppend);
    },
    isListening: () => channel.isListening,
  });
}

/**
 * Gives an empty log an identity, unless the read models come from another log. In that case, the URL is wrong, and the function throws. Writes
 * nothing to a log of another installation.
 */
async function eventStoreDb(
  url: string,
  known: string | null,
  { restored }: Readonly<{ restored: boolean }>,
): Promise<EventStore> {
  const store = await connect(url);
  try {
    if ((await askInTime(() => store.identity())) === null) {
      const isEmpty = (await askInTime(() => store.head())) === null;
      if (!isEmpty) throw foreignLog(url);
      if (known !== null) throw otherLog(known, 'an empty log');
      await askInTime(() => store.identify());
    } else if (known === null && !restored && (await isUnclaimedWithEvents(store))) {
      // Nothing may be stored before this check, so that the right database finds the log unchanged.
      throw new OneLineError(AGES.database);
    }
    return store;
  } catch (error) {
    await store.close();
    throw error instanceof OneLineError ? error : notOpened(url, error);
  }
}

/** The log holds events, and no database claims it: a copy, or a log from before claims existed. */
const isUnclaimedWithEvents = async (store: EventStoreDbStore): Promise<boolean> =>
  !(await askInTime(() => store.isClaimed())) && (await askInTime(() => store.head())) !== null;

const hostsOf = (url: string): string => url.replace(/^.*?:\/\/(?:[^@]*@)?([^/?]*).*$/, '$1');

const foreignLog = (url: string): OneLineError =>
  new OneLineError(
    `EVENTSTORE_URL: the log at ${hostsOf(url)} holds events of something else: name an empty one, or Posthorn's own.`,
  );

function notOpened(url: string, error: unknown): OneLineError {
  const hosts = hostsOf(url);
  const refusal = refusalOf(error);
  switch (refusal) {
    case 'user':
      return new OneLineError(`EVENTSTORE_URL: the event store at ${hosts} refuses this user and password.`);
    case 'right':
      return new OneLineError(
        `EVENTSTORE_URL: the event store at ${hosts} does not let this user read the whole log ($all) and write to it: give it both rights, or name another user.`,
      );
    case 'certificate':
      return new OneLineError(
        `EVENTSTORE_URL: the certificate of ${hosts} is not trusted: name the file of the authority that signed it with tlsCAFile.`,
      );
    case null:
      return new OneLineError(
        `EVENTSTORE_URL: cannot reach the event store at ${hosts} (${reasonOf(error)}).`,
      );
  }
}

async function connect(url: string): Promise<EventStoreDbStore> {
  // The client takes a tenth of the start time, so it is loaded only where it is used.
  const { EventStoreDbStore } = await import('@posthorn/event-store/event-store-db');
  try {
    return new EventStoreDbStore(url);
  } catch (error) {
    // The adapter’s message contains the name of the variable.
    throw new OneLineError(`${error instanceof Error ? error.message : 'EVENTSTORE_URL cannot be used'}.`);
  }
}

/** Like `askRepeatedly`, but also stops waiting for a request that gets no response at all. */
async function askInTime<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error('no answer'));
    }, PATIENCE_MILLISECONDS);
  });
  try {
    return await Promise.race([askRepeatedly(ask), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The id of the log that the read models were built from. */
async function knownLog(pool: Pool): Promise<string | null> {
  const { rows } = await pool.query<{ log_id: string }>('select log_id from runner.log_identity');
  return rows[0]?.log_id ?? null;
}

/** Stores the id, so that a lost setting cannot silently open another log under the same read models. */
async function remember(logId: string, pool: Pool): Promise<void> {
  await pool.query('insert into runner.log_identity (log_id) values ($1) on conflict do nothing', [logId]);
  const now = await knownLog(pool);
  if (now !== logId) throw otherLog(now, `log ${logId}`);
}

const otherLog = (known: string | null, found: string): OneLineError =>
  new OneLineError(
    `The database was built from the event log ${known ?? 'unknown'}, but this is ${found}: check EVENTSTORE_URL and DATABASE_URL.`,
  );
