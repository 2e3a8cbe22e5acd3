import type { PauseReason } from '@posthorn/contracts/analytics/analytics.http';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { isoOf } from '#infrastructure/database/instants.ts';

/** A publication whose figures are polled. Times are ISO, UTC. */
export type MeasuredPublication = Readonly<{
  accountId: number;
  postId: number;
  ownerId: string;
  platform: Platform;
  remoteId: string;
  permalink: string | null;
  publishedAt: string;
}>;

/** `askedAt`: when a user requested current figures. `goneAt`: when the platform first reported that the post is gone. */
export type PlannedPoll = MeasuredPublication &
  Readonly<{
    dueAt: string | null;
    checkedAt: string | null;
    askedAt: string | null;
    tries: number;
    goneAt: string | null;
  }>;
/**
 * The new plan of a publication, after a poll or without a poll. `dueAt`: ISO; null: no further poll. `checkedAt`: null before
 * the first poll.
 */
export type NextPoll = Pick<PlannedPoll, 'dueAt' | 'checkedAt' | 'tries' | 'goneAt'> &
  Readonly<{ post: Pick<PlannedPoll, 'accountId' | 'postId' | 'askedAt' | 'dueAt'> }>;
/** The plan of a publication, as its owner sees it. */
export type PlanView = Pick<PlannedPoll, 'accountId' | 'postId' | 'dueAt' | 'checkedAt' | 'askedAt'> &
  Readonly<{ paused: PauseReason | null; pausedUntil: string | null; platform: Platform }>;

const PLAN_COLUMNS = `account_id::float8 as "accountId", post_id::float8 as "postId", owner_id as "ownerId", platform,
  remote_id as "remoteId", permalink, ${isoOf('published_at')} as "publishedAt", ${isoOf('next_at')} as "dueAt",
  ${isoOf('checked_at')} as "checkedAt", ${isoOf('asked_at')} as "askedAt", tries, ${isoOf('gone_at')} as "goneAt"`;

/** SQL: locks publications in the order of their keys before a change, so that transactions cannot deadlock. */
const locked = (condition: string): string => `mine as materialized (
  select account_id, post_id from analytics.measured_publication where ${condition} order by account_id, post_id for update)`;
const IS_MINE = 'p.account_id = mine.account_id and p.post_id = mine.post_id';

/** Publications, each with the time of its next poll. */
@Injectable()
export class MeasuredPublications {
  constructor(private readonly pool: Pool) {}

  /** Adds publications and makes them due now. A known publication does not change. @returns the publications that were not known */
  async add(publications: readonly MeasuredPublication[]): Promise<readonly PlannedPoll[]> {
    const { rows } = await this.pool.query<PlannedPoll>({
      name: 'analytics-publication-add',
      text: `insert into analytics.measured_publication
          (account_id, post_id, owner_id, platform, remote_id, permalink, published_at, next_at)
        select *, now() from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[])
        order by 1, 2 on conflict do nothing returning ${PLAN_COLUMNS}`,
      values: [
        publications.map(({ accountId }) => accountId),
        publications.map(({ postId }) => postId),
        publications.map(({ ownerId }) => ownerId),
        publications.map(({ platform }) => platform),
        publications.map(({ remoteId }) => remoteId),
        publications.map(({ permalink }) => permalink),
        publications.map(({ publishedAt }) => publishedAt),
      ],
    });
    return rows;
  }

  /** Replaces the ids of publications that got their public id, and makes them due now. */
  async rename(publications: readonly MeasuredPublication[]): Promise<void> {
    if (publications.length === 0) return;
    await this.pool.query({
      name: 'analytics-publication-rename',
      text: `with named as materialized (
          select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) as t(account_id, post_id, remote_id, permalink)),
        ${locked('(account_id, post_id) in (select account_id, post_id from named)')}
        update analytics.measured_publication p
          set remote_id = named.remote_id, permalink = named.permalink, next_at = now(), tries = 0, gone_at = null
        from mine join named using (account_id, post_id) where ${IS_MINE}`,
      values: [
        publications.map(({ accountId }) => accountId),
        publications.map(({ postId }) => postId),
        publications.map(({ remoteId }) => remoteId),
        publications.map(({ permalink }) => permalink),
      ],
    });
  }

  /** Returns the due publications of an account: those with a user's request first, then by due time. Also ends a pause whose time is over. */
  async due(accountId: number, most: number): Promise<readonly PlannedPoll[]> {
    const { rows } = await this.pool.query<PlannedPoll>({
      name: 'analytics-publications-due',
      text: `with resumed as (
          update analytics.measured_account set paused = null, paused_until = null
          where account_id = $1 and paused is not null and coalesce(paused_until <= now(), true))
        select ${PLAN_COLUMNS} from analytics.measured_publication where account_id = $1 and next_at <= now()
        order by asked_at is null, next_at, post_id limit $2`,
      values: [accountId, most],
    });
    return rows;
  }

  async ofPosts(ownerId: string, postIds: readonly number[]): Promise<readonly PlanView[]> {
    const { rows } = await this.pool.query<PlanView>({
      name: 'analytics-plans-of-posts',
      text: `select p.account_id::float8 as "accountId", p.post_id::float8 as "postId", p.platform,
          ${isoOf('p.next_at')} as "dueAt", ${isoOf('p.checked_at')} as "checkedAt", ${isoOf('p.asked_at')} as "askedAt", a.paused,
          ${isoOf('a.paused_until')} as "pausedUntil"
        from analytics.measured_publication p left join analytics.measured_account a using (account_id)
        where p.owner_id = $1 and p.post_id = any($2) order by p.post_id, p.account_id`,
      values: [ownerId, postIds],
    });
    return rows;
  }

  /** The time of the newest poll that found its post (ISO), even if it reported nothing new; null: none. A filter that is null selects all. */
  async newestCheck(
    ownerId: string,
    { platform, accountId }: Readonly<{ platform: Platform | null; accountId: number | null }>,
  ): Promise<string | null> {
    const { rows } = await this.pool.query<{ at: string | null }>({
      name: 'analytics-newest-check',
      text: `select ${isoOf('max(checked_at)')} as at from analytics.measured_publication
        where owner_id = $1 and ($2::text is null or platform = $2) and ($3::bigint is null or account_id = $3) and gone_at is null`,
      values: [ownerId, platform, accountId],
    });
    return rows[0]?.at ?? null;
  }

  /**
   * Stores new plans of publications. Keeps a user's request that arrived during the poll, and a request whose poll will be tried again.
   * Also keeps a plan that another process has stored in the meantime.
   */
  async plan(plans: readonly NextPoll[]): Promise<void> {
    if (plans.length === 0) return;
    await this.pool.query({
      name: 'analytics-publication-plan',
      text: `with plan as materialized (
          select * from unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[], $6::int[],
            $7::timestamptz[], $8::timestamptz[]) as t(account_id, post_id, asked_at, next_at, checked_at, tries, gone_at, was_due)),
        ${locked('(account_id, post_id) in (select account_id, post_id from plan)')}
        update analytics.measured_publication p set
          next_at = case when date_trunc('milliseconds', p.next_at) is distinct from plan.was_due then p.next_at
            when p.asked_at is distinct from plan.asked_at then now() else plan.next_at end,
          asked_at = case when p.asked_at is distinct from plan.asked_at then p.asked_at
            when plan.tries > 0 then p.asked_at end,
          checked_at = coalesce(plan.checked_at, p.checked_at), tries = plan.tries, gone_at = plan.gone_at
        from mine join plan using (account_id, post_id) where ${IS_MINE}`,
      values: [
        plans.map(({ post }) => post.accountId),
        plans.map(({ post }) => post.postId),
        plans.map(({ post }) => post.askedAt),
        plans.map(({ dueAt }) => dueAt),
        plans.map(({ checkedAt }) => checkedAt),
        plans.map(({ tries }) => tries),
        plans.map(({ goneAt }) => goneAt),
        plans.map(({ post }) => post.dueAt),
      ],
    });
  }

  /** Makes publications due now, because a user requests current figures. */
  async ask(publications: readonly Pick<PlannedPoll, 'accountId' | 'postId'>[]): Promise<void> {
    await this.pool.query(
      `with ${locked('(account_id, post_id) in (select * from unnest($1::bigint[], $2::bigint[]))')}
       update analytics.measured_publication p set asked_at = date_trunc('milliseconds', clock_timestamp()), next_at = now()
       from mine where ${IS_MINE}`,
      [publications.map(({ accountId }) => accountId), publications.map(({ postId }) => postId)],
    );
  }

  /** Makes publications due, so that the loop plans them again. @returns their accounts */
  async planAnew(which: Readonly<{ ownerId: string } | { accountId: number }>): Promise<readonly number[]> {
    const [column, value] =
      'ownerId' in which ? ['owner_id', which.ownerId] : ['account_id', which.accountId];
    const { rows } = await this.pool.query<{ id: number }>(
      `with ${locked(`${column} = $1`)}, planned as (
         update analytics.measured_publication p set next_at = now(), tries = 0
         from mine where ${IS_MINE} returning p.account_id)
       select distinct account_id::float8 as id from planned order by 1`,
      [value],
    );
    return rows.map(({ id }) => id);
  }

  /** @returns the publications of an account that have no planned poll */
  async endedOf(accountId: number): Promise<readonly PlannedPoll[]> {
    const { rows } = await this.pool.query<PlannedPoll>(
      `select ${PLAN_COLUMNS} from analytics.measured_publication where account_id = $1 and next_at is null order by post_id`,
      [accountId],
    );
    return rows;
  }

  /** Ends the polls of all publications of an account. @returns these publications */
  async endAll(accountId: number): Promise<readonly PlannedPoll[]> {
    const { rows } = await this.pool.query<PlannedPoll>(
      `with ${locked('account_id = $1')}, ended as (
         update analytics.measured_publication p set next_at = null, asked_at = null
         from mine where ${IS_MINE} returning p.*)
       select ${PLAN_COLUMNS} from ended`,
      [accountId],
    );
    return rows;
  }
}
