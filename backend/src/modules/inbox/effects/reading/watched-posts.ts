import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { WatchedPost } from '#modules/integrations/ports/comments-of-accounts.ts';
import { AFTER_REFUSAL, FOLLOWED_MS } from '../../stores/reading/pace.ts';
import { IS_FOLLOWED } from '../../stores/reading/sources.ts';
import type { ThreadState } from './thread-refusals.ts';

/** A published post of an account, as `FollowPosts` stores it. */
export type PublishedPost = Readonly<{
  accountId: number;
  postId: number;
  remoteId: string;
  permalink: string | null;
  publishedAt: string;
}>;
/**
 * `isDue`: the thread is due now. `dueIn`: milliseconds until the thread is due; null: it is not read any more. `dueAt`: the same time as
 * text of the database, with microseconds. `after`: the next page to read; null: the first page. `askedTo`: the id of the last comment that
 * was missing from the list and was requested separately.
 */
export type Watched = WatchedPost &
  ThreadState &
  Readonly<{
    isDue: boolean;
    dueIn: number | null;
    dueAt: string | null;
    after: string | null;
    askedTo: number | null;
  }>;
/** A thread that was read to its end. `next`: milliseconds until the next reading; null: none. `dueAt`: the due time when the reading began. */
export type ReadThread = Pick<Watched, 'remoteId' | 'dueAt' | 'askedTo'> & Readonly<{ next: number | null }>;

/** SQL for the earliest time at which the thread of post `w` may be read: now, or the end of the wait after a refusal. */
export const EARLIEST_THREAD_READING = 'greatest(now(), w.retry_at)';

const instant = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL that marks a thread as read now, and clears its refusals. */
const READ_NOW = `thread_read_at = now(), refused_for = null, refused_since = null, refusals = 0, retry_at = null`;

/** The greatest value of the SQL type `int`. */
const COUNT_MAX = 2_147_483_647;

/**
 * SQL that locks the posts that a statement changes, in the order of their keys. `IncomingDeliveries` uses the same order, so no deadlock
 * occurs.
 */
const locked = (which: string): string =>
  `with mine as materialized (select remote_id from inbox.watched_post
     where account_id = $1 and ${IS_FOLLOWED} and ${which} order by account_id, remote_id for update)`;

/** Published posts and the state of their threads, which the product reads for a month. */
@Injectable()
export class WatchedPosts {
  constructor(private readonly pool: Pool) {}

  /** Stores posts, and makes their threads due. A repeated call changes nothing. */
  async add(posts: readonly PublishedPost[]): Promise<void> {
    if (posts.length === 0) return;
    await this.pool.query({
      name: 'watched-posts-add',
      text: `insert into inbox.watched_post (account_id, remote_id, post_id, permalink, published_at, thread_due)
        select *, now() from unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::timestamptz[]) order by 1, 2
        on conflict do nothing`,
      values: [
        posts.map(({ accountId }) => accountId),
        posts.map(({ remoteId }) => remoteId),
        posts.map(({ postId }) => postId),
        posts.map(({ permalink }) => permalink),
        posts.map(({ publishedAt }) => publishedAt),
      ],
    });
  }

  /** Returns the posts of an account that the product still follows, the youngest first. */
  async postsOf(accountId: number): Promise<readonly Watched[]> {
    const { rows } = await this.pool.query<Watched>(
      `select remote_id as "remoteId", permalink, comment_count as count, ${instant('published_at')} as "publishedAt",
         coalesce(thread_due <= now(), false) as "isDue",
         (extract(epoch from thread_due - now()) * 1000)::float8 as "dueIn", thread_due::text as "dueAt", thread_after as after,
         asked_to::float8 as "askedTo", refused_for as "refusedFor", ${instant('thread_read_at')} as "readAt",
         ${instant('refused_since')} as "refusedSince"
       from inbox.watched_post
       where account_id = $1 and ${IS_FOLLOWED}
       order by published_at desc`,
      [accountId],
    );
    return rows;
  }

  /** Makes these threads due, and stores the new numbers of comments. `count` null: the stored number stays. */
  async readSoon(
    accountId: number,
    moved: readonly Readonly<{ remoteId: string; count: number | null }>[],
  ): Promise<void> {
    if (moved.length === 0) return;
    await this.pool.query(
      // A server may send any number, even a fraction or a number that is too large for the column.
      `${locked('remote_id = any($2)')}
       update inbox.watched_post w set thread_due = ${EARLIEST_THREAD_READING},
         comment_count = coalesce(least(greatest(floor(m.count), 0), ${String(COUNT_MAX)})::int, w.comment_count)
       from mine, unnest($2::text[], $3::float8[]) as m(remote_id, count)
       where w.account_id = $1 and w.remote_id = m.remote_id and w.remote_id = mine.remote_id`,
      [accountId, moved.map(({ remoteId }) => remoteId), moved.map(({ count }) => count)],
    );
  }

  /** Makes all threads of the account due that are still read, because webhooks may have been lost. */
  async readAllSoon(accountId: number): Promise<void> {
    await this.pool.query(
      `${locked('thread_due is not null')}
       update inbox.watched_post w set thread_due = least(w.thread_due, ${EARLIEST_THREAD_READING})
       from mine where w.account_id = $1 and w.remote_id = mine.remote_id`,
      [accountId],
    );
  }

  /** Records that these threads were read to the end. A thread keeps its due time if that time changed during the reading. */
  async noteRead(accountId: number, threads: readonly ReadThread[]): Promise<void> {
    if (threads.length === 0) return;
    await this.pool.query({
      name: 'watched-posts-read',
      text: `${locked('remote_id = any($2)')}
       update inbox.watched_post w set
         thread_due = case when w.thread_due is distinct from t.due_at then w.thread_due
           else now() + make_interval(secs => t.next / 1000.0) end,
         thread_after = null, asked_to = t.asked_to, ${READ_NOW}
       from mine, unnest($2::text[], $3::float8[], $4::bigint[], $5::timestamptz[]) as t(remote_id, next, asked_to, due_at)
       where w.account_id = $1 and w.remote_id = t.remote_id and w.remote_id = mine.remote_id`,
      values: [
        accountId,
        threads.map(({ remoteId }) => remoteId),
        threads.map(({ next }) => next),
        threads.map(({ askedTo }) => askedTo),
        threads.map(({ dueAt }) => dueAt),
      ],
    });
  }

  /** Stores the page with which a later reading continues. The thread becomes due now, so threads that were due before come first. */
  async storeNextPage(accountId: number, remoteId: string, after: string): Promise<void> {
    await this.pool.query(
      `update inbox.watched_post set thread_after = $3, thread_due = now(), ${READ_NOW} where account_id = $1 and remote_id = $2`,
      [accountId, remoteId, after],
    );
  }

  /**
   * Records that the platform refused the thread. The thread waits, longer after each consecutive refusal, and then starts at its first page.
   * `isLate`: the reading ran out of time. In this case, at the first refusal, the thread keeps its stored page.
   */
  async noteRefused(
    accountId: number,
    remoteId: string,
    reason: string,
    waits = AFTER_REFUSAL,
    isLate = false,
  ): Promise<void> {
    await this.pool.query(
      `with wait as (
         select now() + make_interval(secs => least($5::float8, $4::float8 * power(2, least(refusals, 20))) / 1000.0) as until
         from inbox.watched_post where account_id = $1 and remote_id = $2)
       update inbox.watched_post set thread_due = wait.until, retry_at = wait.until, refusals = refusals + 1,
         refused_for = $3, refused_since = coalesce(refused_since, now()),
         thread_after = case when $6::boolean and refusals = 0 then thread_after end
       from wait where account_id = $1 and remote_id = $2`,
      [accountId, remoteId, reason, waits.first, waits.most, isLate],
    );
  }

  /** Delays the next reading of a thread by `wait` milliseconds, whatever would make the thread due earlier. */
  async readLater(accountId: number, remoteId: string, wait: number): Promise<void> {
    await this.pool.query(
      `update inbox.watched_post set thread_due = now() + make_interval(secs => $3 / 1000.0),
         retry_at = now() + make_interval(secs => $3 / 1000.0)
       where account_id = $1 and remote_id = $2`,
      [accountId, remoteId, wait],
    );
  }

  /** Makes the refused threads of an account due, because the cause of the refusals may be gone. */
  async retrySoon(accountId: number): Promise<void> {
    await this.pool.query(
      `${locked('retry_at is not null')}
       update inbox.watched_post w set retry_at = null, thread_due = least(w.thread_due, now())
       from mine where w.account_id = $1 and w.remote_id = mine.remote_id`,
      [accountId],
    );
  }

  /** Deletes a post that was deleted on its platform. */
  async drop(accountId: number, remoteId: string): Promise<void> {
    await this.pool.query('delete from inbox.watched_post where account_id = $1 and remote_id = $2', [
      accountId,
      remoteId,
    ]);
  }

  /** Deletes posts that are twice as old as the age at which following ends. */
  async sweep(): Promise<void> {
    await this.pool.query(
      `delete from inbox.watched_post where published_at < now() - make_interval(secs => $1 / 1000.0)`,
      [2 * FOLLOWED_MS],
    );
  }
}
