import type { PoolClient } from 'pg';
import type { MetricsExpired } from '../domain/terms.ts';
import { KNOWN_FIGURES, WITHOUT_FIGURES } from './metric-columns.ts';

const WITHIN = 'account_id = $1 and captured_at >= $2 and captured_at < $3 and bucket = $4';

/** Rows keep that there was a look, and lose what it said: as a rebuild, which cannot read it any more, makes them. */
export async function dropExpired(
  tx: PoolClient,
  { accountId, from, to, bucket }: Pick<MetricsExpired['data'], 'accountId' | 'from' | 'to' | 'bucket'>,
): Promise<void> {
  const span = [accountId, from, to, bucket];
  await tx.query(`update analytics_look set ${WITHOUT_FIGURES}, sources = '{}' where ${WITHIN}`, span);
  await tx.query(`update analytics_milestone set ${WITHOUT_FIGURES} where ${WITHIN}`, span);
  await tx.query(
    `update analytics_publication set ${WITHOUT_FIGURES}, sources = '{}',
       missing = missing || coalesce((select jsonb_object_agg(name, 'expired') from unnest(${KNOWN_FIGURES}) as name), '{}')
     where ${WITHIN}`,
    span,
  );
  // A fall is told by what was seen before it, and by all looks since that said the same.
  await tx.query(
    `update analytics_publication p set fell = coalesce((select jsonb_object_agg(key, value) from jsonb_each(fell)
       where not exists (select from analytics_look l where l.post_id = p.post_id and l.account_id = p.account_id
         and l.captured_at >= greatest($2::timestamptz, (value ->> 'at')::timestamptz) and l.captured_at < $3
         and l.bucket = $4)), '{}')
     where account_id = $1 and fell <> '{}'`,
    span,
  );
}
