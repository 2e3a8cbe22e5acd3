import { hostname } from 'node:os';
import { randomUUID } from 'node:crypto';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { Inject, Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { PublishingTimes } from '../domain/publishing-times.ts';
import { DatabaseClock } from '#infrastructure/effects/database-clock.ts';
import type { FreeSlots } from '#infrastructure/effects/slots.ts';
import { TIMES } from './times.ts';

/** A row of the due table that this worker holds for the length of a lease. */
export type DueRow = Readonly<{
  postId: number;
  accountId: number;
  ownerId: string;
  platform: Platform;
  /** Where the account lives; empty where the platform is one home for all, `UNKNOWN_SERVER` until it is known. */
  server: string;
  /** As the database writes it, to the microsecond. */
  dueAt: string;
}>;
type Key = Readonly<{ postId: number; accountId: number }>;
/** Accounts that nobody has asked about yet share a lane. */
export const UNKNOWN_SERVER = '?';

/** Per platform, oldest first: deep enough to find others behind somebody's many posts, shallow enough to be quick. */
const WINDOW = 256;

/**
 * Fair before first: each owner's next post comes before anybody's one after that, and one owner or one server takes no
 * more slots of a platform than it leaves free. Rows that another worker is just taking are passed over.
 */
const CLAIM = `
  with slot as materialized (
    select platform, free, owners::jsonb as owners, servers::jsonb as servers
    from unnest($1::text[], $2::int[], $3::text[], $4::text[]) as s(platform, free, owners, servers)
  ),
  ripe as materialized (
    select d.*, row_number() over (
        partition by d.platform, d.owner_id order by d.due_at, d.post_id, d.account_id
      ) + d.owner_held as turn
    from slot cross join lateral (
      select due.post_id, due.account_id, due.owner_id, due.platform, due.due_at,
        coalesce(home.server, '${UNKNOWN_SERVER}') as server,
        coalesce((slot.owners ->> due.owner_id)::int, 0) as owner_held
      from read_v2.publishing_due due
      left join publishing.home on home.account_id = due.account_id and home.learned_at > now() - interval '1 day'
      where due.platform = slot.platform and due.due_at <= now() and (due.lease_until is null or due.lease_until < now())
        and coalesce((slot.owners ->> due.owner_id)::int, 0) < slot.free
        and coalesce((slot.servers ->> coalesce(home.server, '${UNKNOWN_SERVER}'))::int, 0) < slot.free
        and not exists (select from publishing.hold)
      order by due.due_at, due.post_id, due.account_id limit ${String(WINDOW)}
    ) d
  ),
  locked as materialized (
    select mine.*, slot.free,
      coalesce((slot.owners ->> mine.owner_id)::int, 0) as owner_held,
      coalesce((slot.servers ->> mine.server)::int, 0) as server_held
    from slot cross join lateral (
      select d.post_id, d.account_id, d.owner_id, d.platform, d.due_at, ripe.server
      from ripe join read_v2.publishing_due d on d.post_id = ripe.post_id and d.account_id = ripe.account_id
      where ripe.platform = slot.platform and d.due_at <= now() and (d.lease_until is null or d.lease_until < now())
      order by ripe.turn, ripe.due_at, ripe.post_id, ripe.account_id limit slot.free for update of d skip locked
    ) mine
  ),
  turns as materialized (
    select *, row_number() over (
        partition by platform, owner_id order by due_at, post_id, account_id
      ) + owner_held as turn
    from locked
  ),
  places as materialized (
    select *,
      row_number() over (partition by platform order by turn, due_at, post_id, account_id) as place,
      row_number() over (partition by platform, server order by turn, due_at, post_id, account_id) + server_held as guest
    from turns
  ),
  fair as materialized (
    select post_id, account_id, server, place from places
    where turn <= free - place + 1 and (server = '' or guest <= free - place + 1)
  )
  update read_v2.publishing_due d set lease_owner = $5, lease_until = now() + make_interval(secs => $6 / 1000.0)
  from fair where d.post_id = fair.post_id and d.account_id = fair.account_id
  returning d.post_id::float8 as "postId", d.account_id::float8 as "accountId", d.owner_id as "ownerId",
    d.platform, fair.server, d.due_at::text as "dueAt", fair.place::int, (extract(epoch from now()) * 1000)::float8 as now`;

/**
 * The due table: what follows from facts, plus who works on it. A lease saves work and guarantees nothing; that one
 * attempt has one owner is the event log's business. Its clock is the database's.
 */
@Injectable()
export class DueRows {
  /** Names this process in the rows that it holds. */
  readonly worker = `${hostname()}/${String(process.pid)}/${randomUUID().slice(0, 8)}`;

  constructor(
    private readonly pool: Pool,
    private readonly clock: DatabaseClock,
    @Inject(TIMES) private readonly times: PublishingTimes,
  ) {}

  /** Rows that are ripe and that nobody holds; in the order in which they are to be taken up. */
  async claim(slots: readonly FreeSlots[]): Promise<DueRow[]> {
    const claimed = await this.pool.query<DueRow & { now: number; place: number }>({
      name: 'publishing-claim',
      text: CLAIM,
      values: [
        slots.map(({ platform }) => platform),
        slots.map(({ free }) => free),
        slots.map(({ owners }) => JSON.stringify(owners)),
        slots.map(({ servers }) => JSON.stringify(servers)),
        this.worker,
        this.times.lease,
      ],
    });
    // What the database calls due must not seem early here.
    const now = claimed.rows[0]?.now;
    if (now !== undefined) this.clock.heard(now);
    return claimed.rows.sort((one, other) => one.place - other.place);
  }

  /** Platforms of open targets and the milliseconds until their next one is due: a hint for the loop, never a promise. */
  async ahead(): Promise<{ platform: Platform; wait: number }[]> {
    const found = await this.pool.query<{ platform: Platform; wait: number }>({
      name: 'publishing-ahead',
      text: `select platform, (extract(epoch from min(due_at) - clock_timestamp()) * 1000)::float8 as wait
        from read_v2.publishing_due where due_at > now() and due_at < now() + interval '1 minute' group by platform`,
    });
    return found.rows;
  }

  /** Makes the leases of these rows last again. Answers the keys that are still held. */
  async renew(keys: readonly Key[]): Promise<Key[]> {
    const renewed = await this.pool.query<Key>(
      `with mine as materialized (
         select d.post_id, d.account_id
         from unnest($1::bigint[], $2::bigint[]) as held(post_id, account_id)
         join read_v2.publishing_due d on d.post_id = held.post_id and d.account_id = held.account_id
         where d.lease_owner = $3 or d.lease_owner is null
         order by d.post_id, d.account_id for update of d
       )
       update read_v2.publishing_due d
       set lease_owner = $3, lease_until = now() + make_interval(secs => $4 / 1000.0)
       from mine where d.post_id = mine.post_id and d.account_id = mine.account_id
       returning d.post_id::float8 as "postId", d.account_id::float8 as "accountId"`,
      [
        keys.map(({ postId }) => postId),
        keys.map(({ accountId }) => accountId),
        this.worker,
        this.times.lease,
      ],
    );
    return renewed.rows;
  }

  /** Whether this worker still holds the row; a row without a holder (rebuilt meanwhile) is taken anew. */
  async hold(key: Key): Promise<boolean> {
    const { rowCount } = await this.pool.query({
      name: 'publishing-hold',
      text: `update read_v2.publishing_due
        set lease_owner = $3, lease_until = now() + make_interval(secs => $4 / 1000.0)
        where post_id = $1 and account_id = $2
          and (lease_owner is null or (lease_owner = $3 and lease_until >= now()))`,
      values: [key.postId, key.accountId, this.worker, this.times.lease],
    });
    return rowCount === 1;
  }

  /** Whether another post of this account is being published, will be within a minute, or may be there unknown to us. */
  async othersAreUnderWay({ postId, accountId }: Key): Promise<boolean> {
    const { rowCount } = await this.pool.query({
      name: 'publishing-others',
      text: `select from read_v2.publishing_due where account_id = $1 and post_id <> $2 and state <> 'posted'
        and (due_at <= now() + interval '1 minute' or (due_at is null and state = 'unknown')) limit 1`,
      values: [accountId, postId],
    });
    return rowCount === 1;
  }

  /**
   * Gives the row back, to be looked at again at `until`. A due time that moved while the row was held is a newer fact
   * (a person's retry, an undo) and stays.
   */
  async release({ postId, accountId, dueAt }: DueRow, until: string): Promise<void> {
    await this.pool.query({
      name: 'publishing-release',
      text: `update read_v2.publishing_due
        set due_at = case when due_at = $3::timestamptz then $4::timestamptz else due_at end,
          lease_owner = null, lease_until = null
        where post_id = $1 and account_id = $2 and lease_owner = $5`,
      values: [postId, accountId, dueAt, until, this.worker],
    });
  }

  /** The same, so many milliseconds from now by the database's clock: this machine's may be hours off. */
  async putBack({ postId, accountId, dueAt }: DueRow, wait: number): Promise<void> {
    await this.pool.query({
      name: 'publishing-put-back',
      text: `update read_v2.publishing_due
        set due_at = case when due_at = $3::timestamptz then now() + make_interval(secs => $4 / 1000.0) else due_at end,
          lease_owner = null, lease_until = null
        where post_id = $1 and account_id = $2 and lease_owner = $5`,
      values: [postId, accountId, dueAt, wait, this.worker],
    });
  }
}
