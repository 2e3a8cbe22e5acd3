import type { Platform } from '@posthorn/contracts/shared/platform';
import { BudgetsOf, type Budget } from '#modules/integrations/public.ts';
import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Pool } from 'pg';
import type { PublishingTimes } from '../domain/publishing-times.ts';
import { DatabaseClock } from '#infrastructure/effects/database-clock.ts';
import { PublishingMetrics } from './publishing-metrics.ts';
import { TIMES } from './times.ts';

/** A call that wants to be made. */
type Caller = Readonly<{ postId: number; accountId: number; platform: Platform }>;
/** Null: the token is taken, the call may be made now. Otherwise when to come back. */
export type Turn = string | null;

type Taken = { at: string; wait: number; short: string | null; took: boolean };

/** Instants as the rest of publishing writes them; a turn is never told a part of a millisecond too early. */
const iso = (instant: string): string =>
  `to_char(date_trunc('milliseconds', ${instant} + interval '999 microseconds') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * A bucket is one instant: when it will be full again, if nobody takes anything. A token is there while that is less than
 * the bucket's span away. Whoever finds none has its token set aside and is told when that is there: in the order of
 * asking, so that a crowd comes back one by one and not all for the next token. What the platform itself asked for comes
 * first, and nothing is set aside while it lasts.
 */
const TAKE = `
  with wanted as materialized (
    select * from json_to_recordset($1) as w(name text, every float8, span float8)
  ),
  shut as materialized (
    select max(full_at) as until from publishing.bucket where name = any($2) and full_at > $5::timestamptz
  ),
  held as materialized (
    select turn_at from publishing.turn
    where post_id = $3 and account_id = $4 and turn_at > $5::timestamptz - interval '1 minute'
  ),
  taken as (
    insert into publishing.bucket as b (name, full_at)
    select name, $5::timestamptz + make_interval(secs => every / 1000) from wanted
    where (select until from shut) is null and not exists (select from held)
    order by name
    on conflict (name) do update
      set full_at = greatest(b.full_at, $5::timestamptz) + (excluded.full_at - $5::timestamptz)
    returning name, full_at
  ),
  there as materialized (
    select taken.name, taken.full_at - make_interval(secs => wanted.span / 1000) as at
    from taken join wanted using (name)
  ),
  verdict as materialized (
    select greatest($5::timestamptz, (select until from shut), (select turn_at from held), (select max(at) from there)) as at
  ),
  kept as (
    insert into publishing.turn (post_id, account_id, turn_at)
    select $3, $4, at from verdict
    where at > $5::timestamptz and at <= $6::timestamptz and (select until from shut) is null and not exists (select from held)
    on conflict (post_id, account_id) do update set turn_at = excluded.turn_at
  ),
  used as (
    delete from publishing.turn t using held, verdict
    where t.post_id = $3 and t.account_id = $4 and verdict.at <= $5::timestamptz
  )
  select ${iso('at')} as at, (extract(epoch from at - $5::timestamptz) * 1000)::float8 as wait,
    case when (select until from shut) is not null then 'platform'
      else (select name from there where there.at > $5::timestamptz order by there.at desc limit 1) end as short,
    exists (select from taken) as took
  from verdict`;

/** How much each platform takes from this app and from each account, counted in the database for all workers together. */
@Injectable()
export class Buckets {
  readonly #budgets = new Map<Platform, readonly Budget[]>();

  constructor(
    private readonly pool: Pool,
    private readonly queries: QueryBus,
    private readonly clock: DatabaseClock,
    private readonly metrics: PublishingMetrics,
    @Inject(TIMES) private readonly times: PublishingTimes,
  ) {}

  /**
   * One token of each bucket of the platform, all or none. `latest`: a turn after it is of no use and is given back.
   */
  async take(caller: Caller, latest: Date): Promise<Turn> {
    const { postId, accountId, platform } = caller;
    const wanted = await this.#bucketsOf(caller);
    const now = await this.clock.now();
    const { rows } = await this.pool.query<Taken>({
      name: 'publishing-take',
      text: TAKE,
      values: [JSON.stringify(wanted), saidBy(caller), postId, accountId, now, latest],
    });
    const taken = rows[0];
    if (!taken || taken.wait <= 0) return null;
    this.metrics.tokenRefused(platform, taken.short === 'platform' ? 'platform' : budgetIn(taken.short));
    if (taken.took && Date.parse(taken.at) > latest.getTime()) await this.#return(wanted);
    return taken.at;
  }

  /** Until when the platform wants to be left alone by this account or by the whole app; null when it does not. */
  async shutUntil(caller: Omit<Caller, 'postId'>): Promise<Turn> {
    const { rows } = await this.pool.query<{ until: string | null }>({
      name: 'publishing-shut-until',
      text: `select ${iso('max(full_at)')} as until from publishing.bucket where name = any($1) and full_at > $2`,
      values: [saidBy(caller), await this.clock.now()],
    });
    return rows[0]?.until ?? null;
  }

  /** The platform has asked for a pause, so that its other posts wait too instead of each running into the same refusal. */
  async shut(caller: Omit<Caller, 'postId'>, scope: Budget['scope'], until: string): Promise<void> {
    const [ofAccount, ofApp] = saidBy(caller);
    await this.pool.query(
      `insert into publishing.bucket as b (name, full_at) values ($1, $2)
       on conflict (name) do update set full_at = greatest(b.full_at, excluded.full_at)`,
      [scope === 'app' ? ofApp : ofAccount, until],
    );
  }

  /** A full bucket is none, and a turn that nobody came for is nobody's. */
  async sweep(): Promise<void> {
    const now = await this.clock.now();
    await this.pool.query('delete from publishing.bucket where full_at < $1', [now]);
    await this.pool.query(`delete from publishing.turn where turn_at < $1::timestamptz - interval '1 hour'`, [
      now,
    ]);
  }

  /** The call that the token was taken for was not made. */
  async giveBack(caller: Caller): Promise<void> {
    await this.#return(await this.#bucketsOf(caller));
  }

  async #return(wanted: readonly Bucket[]): Promise<void> {
    await this.pool.query(
      `with given as materialized (
         select b.name, w.every from publishing.bucket b
         join json_to_recordset($1) as w(name text, every float8) using (name) order by b.name for update of b
       )
       update publishing.bucket b set full_at = full_at - make_interval(secs => given.every / 1000)
       from given where given.name = b.name`,
      [JSON.stringify(wanted)],
    );
  }

  async #bucketsOf(caller: Caller): Promise<readonly Bucket[]> {
    const budgets = await this.#budgetsOf(caller.platform);
    return budgets.map((budget) => bucketOf(budget, caller, this.times.budgetSecond));
  }

  async #budgetsOf(platform: Platform): Promise<readonly Budget[]> {
    const known = this.#budgets.get(platform) ?? (await this.queries.execute(new BudgetsOf(platform)));
    this.#budgets.set(platform, known);
    return known;
  }
}

/** Milliseconds from one token to the next, and from an empty bucket to a full one. */
type Bucket = Readonly<{ name: string; every: number; span: number }>;

function bucketOf(
  { name, scope, capacity, perSeconds }: Budget,
  { platform, accountId }: Caller,
  second: number,
): Bucket {
  const span = perSeconds * second;
  const owner = scope === 'app' ? 'app' : String(accountId);
  // Whole microseconds, as the database counts: rounded up, the last token of a full bucket would be missing.
  const every = Math.floor((span * 1000) / capacity) / 1000;
  return { name: `${platform}/${owner}/${name}`, every, span };
}

const budgetIn = (bucket: string | null): string => bucket?.split('/').at(-1) ?? 'turn';

/** Where it is written that the platform asked for a pause: of the account, and of the whole app. No budget has these names. */
const saidBy = ({ platform, accountId }: Omit<Caller, 'postId'>): [string, string] => [
  `${platform}:${String(accountId)}`,
  `${platform}:app`,
];
