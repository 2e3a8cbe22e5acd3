import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { LEFT_WITHIN_DAYS, readBucket, REFUSED_FOR_DAYS } from '../../domain/metrics/terms.ts';

/** A key that encrypts figures with a limited retention time. */
export type TermBucket = Readonly<{
  subject: string;
  accountId: number;
  ownerId: string;
  platform: Platform;
}>;

const COLUMNS = `subject, account_id::float8 as "accountId", owner_id as "ownerId", platform`;

/** The existing keys, and the time at which each key must be destroyed. */
@Injectable()
export class TermBuckets {
  constructor(private readonly pool: Pool) {}

  /** Adds new keys. Known keys stay unchanged. */
  async add(buckets: readonly TermBucket[]): Promise<void> {
    await this.pool.query({
      name: 'analytics-bucket-add',
      text: `insert into analytics.term_bucket (subject, account_id, owner_id, platform, ends_at)
        select * from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::timestamptz[]) order by 1
        on conflict do nothing`,
      values: [
        buckets.map(({ subject }) => subject),
        buckets.map(({ accountId }) => accountId),
        buckets.map(({ ownerId }) => ownerId),
        buckets.map(({ platform }) => platform),
        buckets.map(({ subject }) => readBucket(subject).endsAt),
      ],
    });
  }

  /** Returns the keys that must be destroyed now. */
  async expired(limit: number): Promise<readonly TermBucket[]> {
    const { rows } = await this.pool.query<TermBucket>(
      `select ${COLUMNS} from analytics.term_bucket where ends_at <= now() order by ends_at, subject limit $1`,
      [limit],
    );
    return rows;
  }

  async keysOf(ownerId: string): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ subject: string }>(
      'select subject from analytics.term_bucket where owner_id = $1',
      [ownerId],
    );
    return rows.map(({ subject }) => subject);
  }

  async remove(subject: string): Promise<void> {
    await this.pool.query('delete from analytics.term_bucket where subject = $1', [subject]);
  }

  /** Called for a disconnected account. Its keys must be destroyed within a week. */
  async endSoon(accountId: number): Promise<void> {
    await this.pool.query(
      `update analytics.term_bucket set ends_at = least(ends_at, now() + make_interval(days => $2)) where account_id = $1`,
      [accountId, LEFT_WITHIN_DAYS],
    );
  }

  /** Ends the keys of accounts that have refused access for so long that they count as disconnected. */
  async endRefusedSoon(): Promise<void> {
    await this.pool.query(
      `update analytics.term_bucket b set ends_at = now() + make_interval(days => $1) from analytics.measured_account a
       where a.account_id = b.account_id and a.refused_at <= now() - make_interval(days => $2)
         and b.ends_at > now() + make_interval(days => $1)`,
      [LEFT_WITHIN_DAYS, REFUSED_FOR_DAYS],
    );
  }

  /** Restores the usual end of the keys when the user connects the account again or a poll succeeds. */
  async restoreExpiry(accountId: number): Promise<void> {
    const { rows } = await this.pool.query<{ subject: string }>(
      'select subject from analytics.term_bucket where account_id = $1',
      [accountId],
    );
    const subjects = rows.map(({ subject }) => subject);
    await this.pool.query(
      `update analytics.term_bucket b set ends_at = t.ends_at from unnest($1::text[], $2::timestamptz[]) as t(subject, ends_at)
       where b.subject = t.subject`,
      [subjects, subjects.map((subject) => readBucket(subject).endsAt)],
    );
  }
}
