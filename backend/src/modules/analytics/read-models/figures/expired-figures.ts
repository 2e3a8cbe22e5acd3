import type { PoolClient } from 'pg';
import type { MetricsExpired } from '../../domain/metrics/terms.ts';
import { KNOWN_FIGURES, WITHOUT_FIGURES } from './metric-columns.ts';

/**
 * Removes the figures of expired polls and keeps the rows. A rebuild after the key is destroyed gives the same rows. The statements find the
 * rows by account and time of the poll. A long log has many such events, so none of them may scan a whole table.
 */
export async function dropExpired(
  tx: PoolClient,
  { accountId, from, to, bucket }: Pick<MetricsExpired['data'], 'accountId' | 'from' | 'to' | 'bucket'>,
): Promise<void> {
  const { rows } = await tx.query<{ post: string; at: string }>(
    `update analytics_look set ${WITHOUT_FIGURES}, sources = '{}'
     where account_id = $1 and captured_at >= $2 and captured_at < $3 and bucket = $4
     returning post_id::text as post, captured_at::text as at`,
    [accountId, from, to, bucket],
  );
  if (rows.length === 0) return;
  const values = [accountId, rows.map(({ post }) => post), rows.map(({ at }) => at)];
  const expired = 'unnest($2::bigint[], $3::timestamptz[]) as l(post_id, captured_at)';
  const isExpired = 't.account_id = $1 and t.post_id = l.post_id and t.captured_at = l.captured_at';
  await tx.query(
    `update analytics_milestone t set ${WITHOUT_FIGURES} from ${expired} where ${isExpired}`,
    values,
  );
  await tx.query(
    `update analytics_publication t set ${WITHOUT_FIGURES}, sources = '{}',
       missing = missing || coalesce((select jsonb_object_agg(name, 'expired') from unnest(${KNOWN_FIGURES}) as name), '{}')
     from ${expired} where ${isExpired}`,
    values,
  );
  // `fell` contains figures that became smaller. Such a fall depends on the poll before it, and on all polls with an equal value since then.
  await tx.query(
    `update analytics_publication t set fell = coalesce((select jsonb_object_agg(key, value) from jsonb_each(fell)
       where not exists (select from ${expired} where l.post_id = t.post_id and l.captured_at >= (value ->> 'at')::timestamptz)), '{}')
     where account_id = $1 and post_id = any($2::bigint[]) and fell <> '{}'`,
    values,
  );
}
