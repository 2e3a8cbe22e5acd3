import { setTimeout as pause } from 'node:timers/promises';
import type { EventStore, Position } from '@posthorn/event-sourcing/event-store';
import type { Pool } from 'pg';
import { OneLineError } from '#infrastructure/config/one-line-error.ts';

/**
 * Work that runs when the database is lost may still append to the log: the longest preparation takes ten minutes. A newer database
 * produced the events after this time.
 */
const TOLERANCE_MILLISECONDS = 12 * 60_000;
/** The check is repeated, because a node of a cluster may be behind the others for a moment. */
const TRIES = 5;
const RETRY_MILLISECONDS = 1_000;

/** Which of the two was restored from an older backup. */
type Older = 'log' | 'database';

type Seen = Readonly<{ epoch: number; position: Position | null; seenAt: Date }>;

/** What is wrong, and the command to use. */
export const AGES: Readonly<Record<Older, string>> = {
  log:
    'The event log is older than the database, which has seen more of it: put the newer log back, or go on without what ' +
    'is lost: npm run restored -- log.',
  database:
    'The database is older than the event log, so sign-ins, keys, tokens and files since then are missing: put the newer ' +
    'database back, or go on without them: npm run restored -- database.',
};

/**
 * Compares the ages of the log and the database. Read models that are behind the log are fine: they catch up. A database that lacks what
 * the log holds is an error, and so is the opposite.
 * @throws OneLineError with the command for this case
 */
export async function checkAges(store: EventStore, pool: Pool): Promise<void> {
  for (let triesLeft = TRIES; ; triesLeft--) {
    const older = await olderOf(store, pool);
    if (older === null) break;
    if (older === 'database' || triesLeft === 0) throw new OneLineError(AGES[older]);
    await pause(RETRY_MILLISECONDS);
  }
  const { epoch } = await store.describe();
  await pool.query(
    `insert into runner.log_seen as seen (epoch, position, seen_at) values ($1, $2, $3)
     on conflict ((true)) do update set position = greatest(seen.position, $2), seen_at = greatest(seen.seen_at, $3)`,
    [epoch, await store.head(), new Date()],
  );
}

/** Returns which of the two is older; null: they belong together. */
export async function olderOf(store: EventStore, pool: Pool): Promise<Older | null> {
  const head = await store.head();
  const seen = await latestKnownPosition(pool);
  // A new database with an old log. Each start finds this again, because a refused start stores nothing.
  if (seen.row === null && seen.position === null && head !== null) return 'database';
  // Positions of the other kind of log: the database was backed up before the log was copied.
  if (seen.position !== null && head !== null && seen.position.length !== head.length) return 'database';
  // Reads the head again. The log may have grown in the meantime, and other processes may have stored a later position.
  const now = seen.position === null ? head : await store.head();
  if (seen.position !== null && (now === null || now < seen.position)) return 'log';
  if (seen.row === null) return null;
  const { epoch } = await store.describe();
  if (epoch !== seen.row.epoch) return epoch < seen.row.epoch ? 'log' : 'database';
  const latest = seen.row.seenAt.getTime() + TOLERANCE_MILLISECONDS;
  for await (const { meta } of store.readAll({ after: seen.position ?? undefined })) {
    if (Date.parse(meta.at) > latest) return 'database';
  }
  return null;
}

/** The latest position that the database knows: its stored position, or a read model’s, which also covers the first start of this version. */
export async function latestKnownPosition(
  pool: Pool,
): Promise<{ position: Position | null; row: Seen | null }> {
  const { rows } = await pool.query<Seen>(
    `select s.epoch, greatest(s.position, c.position) as position, greatest(s.seen_at, c.updated_at) as "seenAt"
     from (select max(position) as position, max(updated_at) as updated_at from runner.checkpoint where active) c
     left join runner.log_seen s on true`,
  );
  const [row] = rows;
  // Without a stored position the epoch is null, though the type does not say so.
  return { position: row?.position ?? null, row: row && Number.isInteger(row.epoch) ? row : null };
}
