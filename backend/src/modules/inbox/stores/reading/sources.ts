import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { CommentAccount, ReadCursor } from '#modules/integrations/ports/comments-of-accounts.ts';
import { FOLLOWED_MS } from './pace.ts';

/** How far the comments of an account were read. Instants are ISO texts in UTC. */
export type Source = CommentAccount &
  Readonly<{
    /** Host that it lives on; empty where its platform is one home for all. */
    server: string;
    cursor: ReadCursor | null;
    followedFrom: string;
    caughtUpAt: string | null;
    commentAt: string | null;
    failures: number;
    /** When a reading last confirmed what the platform had told of by itself; null: not since it last missed something. */
    webhookAt: string | null;
    /** The platform told of something that no reading has looked for yet. */
    hintedAt: string | null;
  }>;

/** What is new on the account may not be listed, as its platform does for others: threads are read by the age of their posts. */
export const UNLISTED = 'unlisted';

/** Nobody can read its comments; the words say why. */
export const NOT_READABLE = 'not-readable';
/** Reading costs money: none may be spent, or none any more today. */
export const NO_BUDGET = { unset: 'no-budget', usedUp: 'budget' } as const;

/** Its server was asked as often as it takes from readings of this installation; it goes on within minutes. */
export const HOST_IS_BUSY = 'host-is-busy';

/** Rows that are about to be changed, in the order of their keys: whoever changes several at once does so, and nobody waits in a circle. */
const locked = (which: string): string =>
  `with mine as materialized (select account_id from inbox.source where ${which} order by account_id for update)`;

/** SQL, of a row `s`: at once, but not before the next reading may begin. */
export const EARLIEST_READING = 'greatest(now(), s.not_before)';

/** SQL: the post is young enough. Threads of older posts are neither read, nor made due, nor waited for. */
export const IS_FOLLOWED = `published_at > now() - interval '${String(FOLLOWED_MS)} milliseconds'`;

const instant = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Connected accounts whose comments are to be read now, and how far each was read. */
@Injectable()
export class Sources {
  constructor(private readonly database: Pool) {}

  /** Follows these accounts from now on; one that is followed already is read at once. */
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

  /** They are disconnected: nobody reads there until they are connected again. */
  async leave(accountIds: readonly number[]): Promise<void> {
    if (accountIds.length === 0) return;
    await this.database.query(
      `${locked('account_id = any($1)')} update inbox.source s set due_at = null from mine where s.account_id = mine.account_id`,
      [accountIds],
    );
  }

  /** The account lives on this server from now on; null: its platform is one server for all. */
  async moveTo(accountId: number, server: string | null): Promise<void> {
    await this.database.query('update inbox.source set server = $2 where account_id = $1', [
      accountId,
      server ?? '',
    ]);
  }

  /** Something was told of these accounts: they are read as soon as a worker has a slot, again when one is reading now. */
  async readSoon(accountIds: readonly number[]): Promise<void> {
    if (accountIds.length === 0) return;
    await this.database.query(
      `${locked('account_id = any($1) and due_at is not null')}
       update inbox.source s set due_at = ${EARLIEST_READING} from mine where s.account_id = mine.account_id`,
      [accountIds],
    );
  }

  /** Those that were not read for one of these reasons are read as soon as a worker has a slot. */
  async readAgain(troubles: readonly string[]): Promise<void> {
    await this.database.query(
      `${locked('trouble = any($1) and due_at > now()')}
       update inbox.source s set due_at = ${EARLIEST_READING} from mine where s.account_id = mine.account_id`,
      [troubles],
    );
  }

  /**
   * Begins a reading, unless the last one was less than `gap` milliseconds ago. All causes of a reading pass here.
   * @returns null: it has begun; otherwise the milliseconds until one may begin
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

  /** A reading has ended and came to nothing. */
  async end(accountId: number, gap: number): Promise<void> {
    await this.database.query(
      'update inbox.source set not_before = now() + make_interval(secs => $2 / 1000.0) where account_id = $1',
      [accountId, gap],
    );
  }

  /** Null: nobody follows it. */
  async of(accountId: number): Promise<Source | null> {
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

  /** When a reading last confirmed what a platform had told by itself, of each account that one did. */
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

  /** Keeps where a listing was left; what it listed up to there is recorded. */
  async keepCursor(accountId: number, cursor: ReadCursor): Promise<void> {
    await this.database.query('update inbox.source set cursor = $2 where account_id = $1', [
      accountId,
      JSON.stringify(cursor),
    ]);
  }

  /** Comments came in that nobody knew. `isConfirmed`: the platform had told of something. */
  async noteFound(accountId: number, isConfirmed: boolean): Promise<void> {
    await this.database.query(
      `update inbox.source set comment_at = now(), webhook_at = case when $2 then now() else webhook_at end
       where account_id = $1`,
      [accountId, isConfirmed],
    );
  }

  /** The platform cannot be relied on to tell by itself. True: it was until now. */
  async distrust(accountId: number): Promise<boolean> {
    const { rowCount } = await this.database.query(
      'update inbox.source set webhook_at = null where account_id = $1 and webhook_at is not null',
      [accountId],
    );
    return rowCount === 1;
  }

  /**
   * A reading went well and has ended; the next one begins `gap` milliseconds from now at the earliest. `caughtUp`: nothing older is left. `part`: what could not be read all the same, and what the platform said to
   * that; `isRelevant`: people are to know of it when it lasts.
   * What the platform told after `hintedAt` is still to be looked for.
   * @returns milliseconds until the next thread of the account is to be read; null: none
   */
  async noteRead(
    { accountId, hintedAt }: Pick<Source, 'accountId' | 'hintedAt'>,
    caughtUp: boolean,
    part: Readonly<{ trouble: string; words: string | null; isTold: boolean }> | null,
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
      [accountId, caughtUp, hintedAt, part?.trouble ?? null, part?.words ?? null, part?.isTold ?? false, gap],
    );
    return rows[0]?.nextThread ?? null;
  }

  /** A reading came to nothing; answers how often in a row. */
  async noteTrouble(accountId: number, trouble: string, words: string | null): Promise<number> {
    const { rows } = await this.database.query<{ failures: number }>(
      `update inbox.source set trouble = $2, trouble_words = $3, failures = failures + 1
       where account_id = $1 returning failures`,
      [accountId, trouble, words],
    );
    return rows[0]?.failures ?? 0;
  }
}
