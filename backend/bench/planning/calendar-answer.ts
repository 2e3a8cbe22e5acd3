import type { Pool } from 'pg';
import { POSTS_VIEW } from '#modules/scheduling/read-models/posts/post-list.projection.ts';
import { inTurn } from '../at-rate.ts';
import type { Report } from '../report.ts';
import type { UserWithPosts } from '../user-with-posts.ts';

const TARGET = { milliseconds: 100, kB: 150 } as const;
const TIMES = 200;
/** Not measured, because V8 still compiles the code of the first requests. */
const WARM_UP = 100;
const SELECT = `select * from ${POSTS_VIEW} where owner_id = $1 and state in ('scheduled', 'publishing')
  order by scheduled_for desc, post_id desc`;

/** Measures the response with which the calendar shows a month. */
export async function calendarAnswer(
  { id, calls }: UserWithPosts,
  month: Readonly<{ from: string; to: string; posts: number }>,
  pool: Pool,
  report: Report,
): Promise<void> {
  const path = `/api/calendar?from=${month.from}T00:00:00Z&to=${month.to}T00:00:00Z`;
  await inTurn(WARM_UP, () => calls.get(path));
  const bare = await inTurn(TIMES, () => pool.query(SELECT, [id]));
  const api = await inTurn(TIMES, () => calls.get(path));
  const name = `calendar of a month with ${month.posts.toLocaleString('en')} posts`;
  for (const percentile of ['p50', 'p95'] as const)
    report.add({
      name: `${name}, ${percentile}`,
      value: api[percentile],
      unit: 'ms',
      baseline: { name: 'bare SELECT', value: bare[percentile] },
      target: percentile === 'p95' ? { atMost: TARGET.milliseconds } : null,
    });
  report.add({
    name: `${name}, as transferred`,
    value: (await calls.get(path)).bytes / 1_000,
    unit: 'kB',
    baseline: null,
    target: { atMost: TARGET.kB },
  });
}
