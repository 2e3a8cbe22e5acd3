import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { CommentAccount, ReadCursor } from '#modules/integrations/ports/comments-of-accounts.ts';
import { FOLLOWED_MS } from './pace.ts';

/** How far the comments of an account were read. Instants are ISO texts in UTC. */
export type Source = CommentAccount &
  Readonly<{
    /** The host of the account's server; empty where the platform is one server for all. */
    server: string;
    cursor: ReadCursor | null;
    followedFrom: string;
    caughtUpAt: string | null;
    commentAt: string | null;
    failures: number;
    /** When a reading last confirmed a webhook of the platform; null: not since a webhook was last missed. */
    webhookAt: string | null;
    /** When a webhook arrived that no reading has followed yet. */
    hintedAt: string | null;
  }>;

/** The platform does not list new comments of this account, as it does for others. So threads are read by the age of their posts. */
export const UNLISTED = 'unlisted';

/** Its comments cannot be read; the words say why. */
export const NOT_READABLE = 'not-readable';
/** Reading costs money, and the budget is zero or used up for today. */
export const NO_BUDGET = { unset: 'no-budget', usedUp: 'budget' } as const;

/** The readings of this installation have used up the limit of its server; reading continues within minutes. */
export const HOST_IS_BUSY = 'host-is-busy';

/** Locks the rows that a statement changes, in the order of their keys. All statements do this, so they cannot deadlock. */
const locked = (which: string): string =>
  `with mine as materialized (select account_id from inbox.source where ${which} order by account_id for update)`;

/** SQL for a row `s`: now, but not before the next reading may begin. */
export const EARLIEST_READING = 'greatest(now(), s.not_before)';

/** SQL: the post is young enough. Threads of older posts are never due. */
export const IS_FOLLOWED = `published_at > now() - interval '${String(FOLLOWED_MS)} milliseconds'`;

const instant = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Connected accounts whose comments are due for reading, and how far each was read. */
@Injectable()
export class Sources {
  constructor(private readonly database: Pool) {}

  /** Follows these accounts from now on. An account that was followed before is read at once. */
  async follow(accounts: readonly (CommentAccount & Readonly<{ server: string | null }>)[]): Promise<void> {
    if (accounts.length === 0) return;
    await this.database.query(
      `insert into inbox.source as s (account_id, owner_id, platform, server, due_at, followed_from)
       select t.*, now(), now() from unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) as t order by 1
       on conflict (account_id) do update set server = excluded.server, due_at = ${EARLIEST_READING}, trouble = null, trouble_words = null, failures = 0`,
      [
        accounts.map(({ accountId }) => accountId),
        accounts.map(({ ownerId }) => ownerId),
        accounts.map(({ platform }) => platform),
        accounts.map(({ server }) => server ?? ''),
      ],
    );
  }

  /** These accounts are disconnected and are not read until they are connected again. */
  async leave(accountIds: readonly number[]): Promise<void> {
    if (accountIds.length === 0) return;
    await this.database.query(
      `${locked('account_id = any($1)')} update inbox.source s set due_at = null from mine where s.account_id = mine.account_id`,
      [accountIds],
    );
  }

  /** The account is on this server from now on; null: its platform is one server for all. */
  async moveTo(accountId: number, server: string | null): Promise<void> {
    await this.database.query('update inbox.source set server = $2 where account_id = $1', [
      accountId,
      server ?? '',
    ]);
  }

  /** Webhooks arrived for these accounts. They are read when a worker has a slot, and once more if one is being read now. */
  async readSoon(accountIds: readonly number[]): Promise<void> {
    if (accountIds.length === 0) return;
    await this.database.query(
      `${locked('account_id = any($1) and due_at is not null')}
       update inbox.source s set due_at = ${EARLIEST_READING} from mine where s.account_id = mine.account_id`,
      [accountIds],
    );
  }

  /** Accounts that were not read for one of these reasons are read when a worker has a slot. */
  async readAgain(troubles: readonly string[]): Promise<void> {
    await this.database.query(
      `${locked('trouble = any($1) and due_at > now()')}
       update inbox.source s set due_at = ${EARLIEST_READING} from mine where s.account_id = mine.account_id`,
      [troubles],
    );
  }

  /**
   * Begins a reading, unless the last one was less than `gap` milliseconds ago. Every reading begins with this call.
   * @returns null: the reading has begun; otherwise the milliseconds until one may begin
   */
  async begin(accountId: number, gap: number): Promise<number | null> {
    const { rowCount } = await this.database.query(
      `update inbox.source set not_before = now() + make_interval(secs => $2 / 1000.0)
       where account_id = $1 and (not_before is null or not_before <= now())`,
      [accountId, gap],
    );
    if (rowCount === 1) return null;
    const { rows } = await this.database.query<{ left: number }>(
      `select (extract(epoch from not_before - now()) * 1000)::float8 as left
       from inbox.source where account_id = $1`,
      [accountId],
    );
    return Math.max(0, rows[0]?.left ?? 0);
  }

  /** Records a reading that failed. */
  async end(accountId: number, gap: number): Promise<void> {
    await this.database.query(
      'update inbox.source set not_before = now() + make_interval(secs => $2 / 1000.0) where account_id = $1',
      [accountId, gap],
    );
  }

  /** Null: the account is not followed. */
  async sourceOf(accountId: number): Promise<Source | null> {
    const { rows } = await this.database.query<Source>(
      `select account_id::float8 as "accountId", owner_id as "ownerId", platform, server, cursor,
         ${instant('followed_from')} as "followedFrom", ${instant('caught_up_at')} as "caughtUpAt",
         ${instant('comment_at')} as "commentAt", failures, ${instant('webhook_at')} as "webhookAt",
         ${instant('hinted_at')} as "hintedAt"
       from inbox.source where account_id = $1`,
      [accountId],
    );
    return rows[0] ?? null;
  }

  /** When a reading last confirmed a webhook, for each account where one did. */
  async proofs(): Promise<readonly Pick<Source, 'accountId' | 'platform' | 'webhookAt'>[]> {
    const { rows } = await this.database.query<Pick<Source, 'accountId' | 'platform' | 'webhookAt'>>(
      `select account_id::float8 as "accountId", platform, ${instant('webhook_at')} as "webhookAt"
       from inbox.source where webhook_at is not null and due_at is not null order by platform, account_id`,
    );
    return rows;
  }

  /** How many accounts of a platform are followed. */
  async sharers(platform: Platform): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(
      'select count(*)::int as count from inbox.source where platform = $1 and due_at is not null',
      [platform],
    );
    return rows[0]?.count ?? 0;
  }

  /** Stores where a listing continues. Everything before this place is recorded. */
  async keepCursor(accountId: number, cursor: ReadCursor): Promise<void> {
    await this.database.query('update inbox.source set cursor = $2 where account_id = $1', [
      accountId,
      JSON.stringify(cursor),
    ]);
  }

  /** A reading found unknown comments. `isConfirmed`: a webhook had announced something. */
  async noteFound(accountId: number, isConfirmed: boolean): Promise<void> {
    await this.database.query(
      `update inbox.source set comment_at = now(), webhook_at = case when $2 then now() else webhook_at end
       where account_id = $1`,
      [accountId, isConfirmed],
    );
  }

  /** A webhook was missed, so readings do not rely on webhooks. @returns whether they did until now */
  async distrust(accountId: number): Promise<boolean> {
    const { rowCount } = await this.database.query(
      'update inbox.source set webhook_at = null where account_id = $1 and webhook_at is not null',
      [accountId],
    );
    return rowCount === 1;
  }

  /**
   * Records a reading that succeeded. The next one begins `gap` milliseconds from now at the earliest. A webhook that arrived after
   * `hintedAt` still needs a reading.
   * @param caughtUp no older comments are left to read
   * @param part what could not be read, and the platform's words; `isShown`: people see it when it lasts
   * @returns milliseconds until the next thread of the account is due; null: none
   */
  async noteRead(
    { accountId, hintedAt }: Pick<Source, 'accountId' | 'hintedAt'>,
    caughtUp: boolean,
    part: Readonly<{ trouble: string; words: string | null; isShown: boolean }> | null,
    gap: number,
  ): Promise<number | null> {
    const { rows } = await this.database.query<{ nextThread: number | null }>(
      `update inbox.source set read_at = now(), not_before = now() + make_interval(secs => $7 / 1000.0), trouble = $4, trouble_words = $5,
         failures = case when $6 then failures + 1 else 0 end,
         caught_up_at = case when $2 then coalesce(caught_up_at, now()) else caught_up_at end,
         hinted_at = case when date_trunc('milliseconds', hinted_at) > coalesce($3::timestamptz, '-infinity') then hinted_at end
       where account_id = $1
       returning (select (extract(epoch from min(thread_due) - now()) * 1000)::float8 from inbox.watched_post
         where account_id = $1 and ${IS_FOLLOWED}) as "nextThread"`,
      [
        accountId,
        caughtUp,
        hintedAt,
        part?.trouble ?? null,
        part?.words ?? null,
        part?.isShown ?? false,
        gap,
      ],
    );
    return rows[0]?.nextThread ?? null;
  }

  /** Records a reading that failed. @returns how often in a row */
  async noteTrouble(accountId: number, trouble: string, words: string | null): Promise<number> {
    const { rows } = await this.database.query<{ failures: number }>(
      `update inbox.source set trouble = $2, trouble_words = $3, failures = failures + 1
       where account_id = $1 returning failures`,
      [accountId, trouble, words],
    );
    return rows[0]?.failures ?? 0;
  }
}
