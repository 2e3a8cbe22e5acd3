import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { CommentAccount, ReadCursor } from '#modules/integrations/ports/comments-of-accounts.ts';
import { FOLLOWED_MS } from './pace.ts';

/** An account whose comments Posthorn reads, and the state of the readings. Times are ISO texts in UTC. */
export type Source = CommentAccount &
  Readonly<{
    /** The host of the account's server; empty: the platform has one server for all accounts. */
    server: string;
    cursor: ReadCursor | null;
    followedFrom: string;
    /** When a reading had read everything for the first time; null: not yet. */
    caughtUpAt: string | null;
    /** When a reading last found new comments. */
    commentAt: string | null;
    failures: number;
    /** When a reading last confirmed a webhook of the platform; null: never, or not since a webhook did not arrive. */
    webhookAt: string | null;
    /** When the last webhook arrived, if no reading has followed it yet. */
    hintedAt: string | null;
  }>;

/** The platform lists new comments of other accounts, but not of this account. So Posthorn reads threads by the age of their posts. */
export const UNLISTED = 'unlisted';

/** The comments of this account cannot be read. The column `trouble_words` contains the reason. */
export const NOT_READABLE = 'not-readable';
/** Reading costs money, and the operator has set no budget, or today's budget is used up. */
export const NO_BUDGET = { unset: 'no-budget', usedUp: 'budget' } as const;

/** The readings of this installation have used up their share of the limit of a server. Reading continues within minutes. */
export const HOST_IS_BUSY = 'host-is-busy';

/** SQL that locks the rows that a statement changes, in the order of their keys. All statements use this order, so no deadlock occurs. */
const locked = (which: string): string =>
  `with mine as materialized (select account_id from inbox.source where ${which} order by account_id for update)`;

/** SQL for the earliest time at which the next reading of row `s` may begin: now, or `not_before`. */
export const EARLIEST_READING = 'greatest(now(), s.not_before)';

/** SQL condition: the post is young enough to be followed. Threads of older posts are never due. */
export const IS_FOLLOWED = `published_at > now() - interval '${String(FOLLOWED_MS)} milliseconds'`;

const instant = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Stores the accounts whose comments Posthorn reads, and the state of their readings. */
@Injectable()
export class Sources {
  constructor(private readonly database: Pool) {}

  /** Starts to follow these accounts, and makes them due now. Clears the trouble of accounts that were followed before. */
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

  /** Stops reading these accounts, because they were disconnected. `follow` starts again. */
  async leave(accountIds: readonly number[]): Promise<void> {
    if (accountIds.length === 0) return;
    await this.database.query(
      `${locked('account_id = any($1)')} update inbox.source s set due_at = null from mine where s.account_id = mine.account_id`,
      [accountIds],
    );
  }

  /** Stores the new server of an account; null: the platform has one server for all accounts. */
  async moveTo(accountId: number, server: string | null): Promise<void> {
    await this.database.query('update inbox.source set server = $2 where account_id = $1', [
      accountId,
      server ?? '',
    ]);
  }

  /** Makes these accounts due now. An account that is being read now is read again after that. */
  async readSoon(accountIds: readonly number[]): Promise<void> {
    if (accountIds.length === 0) return;
    await this.database.query(
      `${locked('account_id = any($1) and due_at is not null')}
       update inbox.source s set due_at = ${EARLIEST_READING} from mine where s.account_id = mine.account_id`,
      [accountIds],
    );
  }

  /** Makes accounts due now after a new post. Skips accounts whose last reading found no budget: a budget applies only after a restart, which makes them due. */
  async readAfterPost(accountIds: readonly number[]): Promise<void> {
    if (accountIds.length === 0) return;
    await this.database.query({
      name: 'inbox-read-after-post',
      text: `${locked('account_id = any($1) and due_at is not null and trouble is distinct from $2')}
       update inbox.source s set due_at = ${EARLIEST_READING} from mine where s.account_id = mine.account_id`,
      values: [accountIds, NO_BUDGET.unset],
    });
  }

  /** Makes the accounts due now that could not be read for one of these reasons. */
  async readAgain(troubles: readonly string[]): Promise<void> {
    await this.database.query(
      `${locked('trouble = any($1) and due_at > now()')}
       update inbox.source s set due_at = ${EARLIEST_READING} from mine where s.account_id = mine.account_id`,
      [troubles],
    );
  }

  /**
   * Begins a reading, unless it is too early for the next one. Every reading begins with this call.
   * @param gap the milliseconds from now until another reading may begin
   * @returns null: the reading has begun; otherwise the milliseconds until a reading may begin
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

  /** Records the end of a reading that failed: the next reading may begin `gap` milliseconds from now. */
  async end(accountId: number, gap: number): Promise<void> {
    await this.database.query(
      'update inbox.source set not_before = now() + make_interval(secs => $2 / 1000.0) where account_id = $1',
      [accountId, gap],
    );
  }

  /** Returns null if the account was never followed. */
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

  /** Returns when a reading last confirmed a webhook, for each account with such a reading. */
  async proofs(): Promise<readonly Pick<Source, 'accountId' | 'platform' | 'webhookAt'>[]> {
    const { rows } = await this.database.query<Pick<Source, 'accountId' | 'platform' | 'webhookAt'>>(
      `select account_id::float8 as "accountId", platform, ${instant('webhook_at')} as "webhookAt"
       from inbox.source where webhook_at is not null and due_at is not null order by platform, account_id`,
    );
    return rows;
  }

  /** Returns the number of accounts of a platform that are followed. */
  async sharers(platform: Platform): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(
      'select count(*)::int as count from inbox.source where platform = $1 and due_at is not null',
      [platform],
    );
    return rows[0]?.count ?? 0;
  }

  /** Stores the cursor with which the next list continues. All comments before the cursor are recorded. */
  async keepCursor(accountId: number, cursor: ReadCursor): Promise<void> {
    await this.database.query('update inbox.source set cursor = $2 where account_id = $1', [
      accountId,
      JSON.stringify(cursor),
    ]);
  }

  /** Records that a reading found new comments. `isConfirmed`: a webhook had caused this reading. */
  async noteFound(accountId: number, isConfirmed: boolean): Promise<void> {
    await this.database.query(
      `update inbox.source set comment_at = now(), webhook_at = case when $2 then now() else webhook_at end
       where account_id = $1`,
      [accountId, isConfirmed],
    );
  }

  /** Records that a webhook did not arrive, so readings must not rely on webhooks. @returns whether readings relied on webhooks until now */
  async distrust(accountId: number): Promise<boolean> {
    const { rowCount } = await this.database.query(
      'update inbox.source set webhook_at = null where account_id = $1 and webhook_at is not null',
      [accountId],
    );
    return rowCount === 1;
  }

  /**
   * Records a reading that succeeded. The next reading begins `gap` milliseconds from now at the earliest. A webhook that arrived after
   * `hintedAt` still needs a reading.
   * @param caughtUp the reading has read everything
   * @param unread what could not be read, and the message of the platform. `isShown`: the owner sees this trouble if it lasts
   * @returns milliseconds until the next thread of the account is due; null: none
   */
  async noteRead(
    { accountId, hintedAt }: Pick<Source, 'accountId' | 'hintedAt'>,
    caughtUp: boolean,
    unread: Readonly<{ trouble: string; words: string | null; isShown: boolean }> | null,
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
        unread?.trouble ?? null,
        unread?.words ?? null,
        unread?.isShown ?? false,
        gap,
      ],
    );
    return rows[0]?.nextThread ?? null;
  }

  /** Records why a reading failed. @returns the number of consecutive failures */
  async noteTrouble(accountId: number, trouble: string, words: string | null): Promise<number> {
    const { rows } = await this.database.query<{ failures: number }>(
      `update inbox.source set trouble = $2, trouble_words = $3, failures = failures + 1
       where account_id = $1 returning failures`,
      [accountId, trouble, words],
    );
    return rows[0]?.failures ?? 0;
  }
}
