import { batched } from '@posthorn/batching';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { DatabaseClock } from '../database/database-clock.ts';
import { outsideTransaction } from '../database/transaction.ts';

/** A rate limit. `every`: milliseconds between two tokens. `span`: milliseconds from an empty bucket to a full one. */
export type Bucket = Readonly<{ name: string; every: number; span: number }>;
/** `caller`: identifies the work that wants to make the call, with the same text each time. */
export type BudgetRequest = Readonly<{
  caller: string;
  buckets: readonly Bucket[];
  pauses: readonly string[];
}>;
/**
 * No token is free now. `at`: when to ask again. `short`: the bucket that was empty, or `pause` if the remote system requested a pause. Null: a
 * token is already reserved for this caller.
 */
export type TokenWait = Readonly<{ at: string; short: string | null }>;

export const PAUSE = 'pause';

type Taken = { at: string; wait: number; short: string | null; took: boolean };

/** SQL: an instant in the form that all events store. Rounded up, so that a caller does not return a fraction of a millisecond too early. */
const iso = (instant: string): string =>
  `to_char(date_trunc('milliseconds', ${instant} + interval '999 microseconds') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * A bucket is one instant: when it will be full again if no caller takes a token. It has a token while that instant is less than the bucket's span
 * away. A caller that finds no token gets a reservation, a row of `effects.turn`, and learns when its token is ready. Reservations follow the order
 * of the requests, so that callers return one by one. A pause that the remote system requested has priority; during a pause nothing is reserved.
 */
const TAKE = `
  with wanted as materialized (
    select * from json_to_recordset($1) as w(name text, every float8, span float8)
  ),
  paused as materialized (
    select max(full_at) as until from effects.bucket where name = any($2) and full_at > $4::timestamptz
  ),
  reserved as materialized (
    select turn_at from effects.turn where caller = $3 and turn_at > $4::timestamptz - interval '1 minute'
  ),
  taken as (
    insert into effects.bucket as b (name, full_at)
    select name, $4::timestamptz + make_interval(secs => every / 1000) from wanted
    where (select until from paused) is null and not exists (select from reserved)
    order by name
    on conflict (name) do update
      set full_at = greatest(b.full_at, $4::timestamptz) + (excluded.full_at - $4::timestamptz)
    returning name, full_at
  ),
  ready as materialized (
    select taken.name, taken.full_at - make_interval(secs => wanted.span / 1000) as at
    from taken join wanted using (name)
  ),
  earliest as materialized (
    select greatest($4::timestamptz, (select until from paused), (select turn_at from reserved), (select max(at) from ready)) as at
  ),
  kept as (
    insert into effects.turn (caller, turn_at)
    select $3, at from earliest
    where at > $4::timestamptz and at <= $5::timestamptz and (select until from paused) is null and not exists (select from reserved)
    on conflict (caller) do update set turn_at = excluded.turn_at
  ),
  used as (
    delete from effects.turn t using reserved, earliest where t.caller = $3 and earliest.at <= $4::timestamptz
  )
  select ${iso('at')} as at, (extract(epoch from at - $4::timestamptz) * 1000)::float8 as wait,
    case when (select until from paused) is not null then '${PAUSE}'
      else (select name from ready where ready.at > $4::timestamptz order by ready.at desc limit 1) end as short,
    exists (select from taken) as took
  from earliest`;

/** Limits how many calls we make in a given time. The database counts for all workers together. */
@Injectable()
export class Budgets {
  readonly #longest = batched((asked: readonly (readonly string[])[]) => this.#longestOf(asked));

  constructor(
    private readonly pool: Pool,
    private readonly clock: DatabaseClock,
  ) {}

  /**
   * Takes one token of each bucket, all or none. Null: the tokens are taken, and the call may be made now.
   * @param latest a token that is ready only after this instant is of no use and is given back
   */
  async take({ caller, buckets, pauses }: BudgetRequest, latest: Date): Promise<TokenWait | null> {
    const now = await this.clock.now();
    const { rows } = await this.pool.query<Taken>({
      name: 'budgets-take',
      text: TAKE,
      values: [JSON.stringify(buckets), pauses, caller, now, latest],
    });
    const result = rows[0];
    if (!result || result.wait <= 0) return null;
    if (result.took && Date.parse(result.at) > latest.getTime()) await this.giveBack(buckets);
    return { at: result.at, short: result.short };
  }

  /** Takes one token of each bucket for a call that was already made, even if a bucket is empty. */
  async charge(buckets: readonly Bucket[]): Promise<void> {
    await this.pool.query(
      `insert into effects.bucket as b (name, full_at)
       select name, $2::timestamptz + make_interval(secs => every / 1000)
       from json_to_recordset($1) as w(name text, every float8) order by name
       on conflict (name) do update
         set full_at = greatest(b.full_at, $2::timestamptz) + (excluded.full_at - $2::timestamptz)`,
      [JSON.stringify(buckets), await this.clock.now()],
    );
  }

  /** When the longest of these pauses ends; null when there is none. */
  async pausedUntil(pauses: readonly string[]): Promise<string | null> {
    outsideTransaction('a pause');
    return this.#longest(pauses);
  }

  async #longestOf(asked: readonly (readonly string[])[]): Promise<(string | null)[]> {
    const { rows } = await this.pool.query<{ name: string; until: string }>({
      name: 'budgets-paused-until',
      text: `select name, ${iso('full_at')} as until from effects.bucket where name = any($1) and full_at > $2`,
      values: [[...new Set(asked.flat())], await this.clock.now()],
    });
    const ends = new Map(rows.map(({ name, until }) => [name, until]));
    return asked.map((pauses) => pauses.map((name) => ends.get(name) ?? '').reduce(later, '') || null);
  }

  /** Records a pause that the remote system requested. All calls to that system then wait, so that it does not refuse them too. */
  async pause(pause: string, until: string): Promise<void> {
    await this.pool.query(
      `insert into effects.bucket as b (name, full_at) values ($1, $2)
       on conflict (name) do update set full_at = greatest(b.full_at, excluded.full_at)`,
      [pause, until],
    );
  }

  /** Returns the tokens of a call that was not made. */
  async giveBack(buckets: readonly Bucket[]): Promise<void> {
    await this.pool.query(
      `with given as materialized (
         select b.name, w.every from effects.bucket b
         join json_to_recordset($1) as w(name text, every float8) using (name) order by b.name for update of b
       )
       update effects.bucket b set full_at = full_at - make_interval(secs => given.every / 1000)
       from given where given.name = b.name`,
      [JSON.stringify(buckets)],
    );
  }

  /** Deletes the rows of full buckets and reservations that were never used. */
  async sweep(): Promise<void> {
    const now = await this.clock.now();
    // A caller that takes tokens right now locks its buckets by name. The sweep does not wait for it.
    await this.pool.query(
      `delete from effects.bucket where name in
        (select name from effects.bucket where full_at < $1 order by name for update skip locked)`,
      [now],
    );
    await this.pool.query(`delete from effects.turn where turn_at < $1::timestamptz - interval '1 hour'`, [
      now,
    ]);
  }
}

/** Instants in the form of events sort as texts. */
const later = (one: string, other: string): string => (one > other ? one : other);
