import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { AccountHint } from '#modules/integrations/ports/platform-webhooks.ts';
import { IS_FOLLOWED, EARLIEST_READING, UNLISTED } from '../../stores/reading/sources.ts';
import { EARLIEST_THREAD_READING } from './watched-posts.ts';

/** How long digests are kept: longer than any platform repeats a delivery (TikTok: three days). */
const KEPT = '7 days';

/** Handles webhook deliveries: makes the accounts and posts due that a delivery names, and stores only a digest of the delivery. */
@Injectable()
export class IncomingDeliveries {
  constructor(private readonly pool: Pool) {}

  /**
   * One statement stores the digest and makes the readings due, so a crash cannot separate them.
   * Changes nothing and returns false when a delivery with the same bytes came before.
   */
  async take(name: string, rawBody: Buffer, hints: readonly AccountHint[]): Promise<boolean> {
    const digest = createHash('sha256').update(`${name}\n`).update(rawBody).digest();
    const { rowCount } = await this.pool.query({
      name: 'inbox-delivery-take',
      // The statement locks rows in the order of their keys, so that two deliveries never wait for each other. An account in trouble keeps
      // its due time, unless only its list of new comments is missing. An account that is being read now is read again. A post with many
      // comments causes many deliveries, so all deliveries within half a minute share one reading.
      text: `with fresh as (
          insert into inbox.delivery (digest) values ($1) on conflict do nothing returning digest
        ), hint as (
          select distinct t.account_id, t.remote_id from unnest($2::bigint[], $3::text[]) as t(account_id, remote_id), fresh
        ), post as materialized (
          select w.account_id, w.remote_id from inbox.watched_post w join hint using (account_id, remote_id)
          where ${IS_FOLLOWED}
          order by w.account_id, w.remote_id for update of w
        ), source as materialized (
          select s.account_id from inbox.source s
          where s.account_id in (select account_id from hint) and s.due_at is not null
          order by s.account_id for update of s
        ), thread as (
          update inbox.watched_post w set thread_due = ${EARLIEST_THREAD_READING} from post
          where (w.account_id, w.remote_id) = (post.account_id, post.remote_id)
        ), account as (
          update inbox.source s set hinted_at = clock_timestamp(), due_at = case
            when s.trouble <> '${UNLISTED}' then s.due_at
            when s.lease_until > now() then ${EARLIEST_READING}
            else least(s.due_at, ${EARLIEST_READING}) end
          from source where s.account_id = source.account_id
        ) select from fresh`,
      values: [
        digest,
        hints.map(({ accountId }) => accountId),
        hints.map(({ postRemoteId }) => postRemoteId),
      ],
    });
    return rowCount === 1;
  }

  /** Deletes digests of deliveries that no platform repeats any more. */
  async sweep(): Promise<void> {
    await this.pool.query(`delete from inbox.delivery where received_at < now() - interval '${KEPT}'`);
  }
}
