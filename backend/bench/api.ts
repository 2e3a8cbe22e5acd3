import type { Pool } from 'pg';
import { startProduct } from '../test/product.ts';
import { startBareReadServer, type BareRead } from './bare-read-server.ts';
import { HttpCalls } from './http-calls.ts';
import { atRate, inTurn, percentilesOf, type Waits } from './at-rate.ts';
import { openBenchContext } from './bench-context.ts';
import type { Report } from './report.ts';
import { LATER, userWith, type UserWithPosts } from './user-with-posts.ts';
import { POSTS_VIEW } from '#modules/scheduling/read-models/posts/post-list.projection.ts';

const READS = { perSecond: 200, seconds: 8, warmUpSeconds: 12, posts: 30, target: { atMost: 50 } } as const;
const PAGE = { kB: 60, milliseconds: 50 } as const;
const LIST = { posts: 10_000, times: 40, target: { atMost: 200 } } as const;
const WRITES = { perSecond: 20, seconds: 6 } as const;
const FEW = 'few-posts@example.com';
const MANY = 'many-posts@example.com';
const SELECT_ALL = `select * from ${POSTS_VIEW} where owner_id = $1 and state in ('scheduled', 'publishing')
  order by scheduled_for desc, post_id desc`;

const SELECT_FIRST_PAGE = `select * from ${POSTS_VIEW} where owner_id = $1 and state in ('scheduled', 'publishing')
  and status = 'scheduled' order by scheduled_for, post_id limit 50`;
const SELECT_COUNTS = `select status, count(*) from ${POSTS_VIEW}
  where owner_id = $1 and state in ('scheduled', 'publishing') group by status`;

/** Measures the built product over HTTP, with its sandbox and its own database. */
export async function benchApi(report: Report): Promise<void> {
  const env = { COMPLIMENTARY_PREMIUM: [FEW, MANY].join() };
  const product = await startProduct({ embedded: true, built: true, log: 'postgres', env });
  try {
    const inside = await openBenchContext({ dataDir: product.dataDir, attach: true });
    try {
      const few = await userWith(FEW, READS.posts, product, inside);
      await measureReads(few, inside.pool, await product.databaseUrl(), report);
      await measureWrites(few, inside.pool, report);
      const many = await userWith(MANY, LIST.posts, product, inside);
      await measureLongList(many, inside.pool, report);
      await measureFirstPage(many, inside.pool, report);
    } finally {
      await inside.close();
    }
  } finally {
    await product.close();
  }
}

/** Measures the requests of a signed-in page, in turn. */
async function measureReads(
  { id, calls }: UserWithPosts,
  pool: Pool,
  databaseUrl: string,
  report: Report,
): Promise<void> {
  const posts = JSON.parse((await calls.get('/api/posts')).body) as readonly { id: number }[];
  const postId = posts[0]?.id ?? 0;
  const paths = ['/api/posts', `/api/posts/${String(postId)}`, '/api/connected-accounts', '/api/auth/user'];
  const reads: readonly BareRead[] = paths.map((_, at) =>
    at === 0 ? [SELECT_ALL, [id]] : [`select * from ${POSTS_VIEW} where post_id = $1`, [postId]],
  );
  const bareWork = (turn: number) => {
    const [sql, values] = reads[turn % reads.length] ?? ['', []];
    return pool.query(sql, [...values]);
  };
  const apiWork = (turn: number) => calls.get(paths[turn % paths.length] ?? '');
  await atRate(READS.perSecond, 1, bareWork);
  const bare = await atRate(READS.perSecond, READS.seconds, bareWork);
  // During the first 1,000 to 1,500 requests V8 compiles the product's code, and the processor is busy all the time.
  await atRate(READS.perSecond, READS.warmUpSeconds, apiWork);
  const api = await atRate(READS.perSecond, READS.seconds, apiWork);
  for (const percentile of ['p50', 'p99'] as const) {
    report.add({
      name: `API reads at ${String(READS.perSecond)} requests/s, ${percentile}`,
      value: api[percentile],
      unit: 'ms',
      baseline: { name: 'bare SELECT', value: bare[percentile] },
      target: percentile === 'p99' ? READS.target : null,
    });
  }
  const server = await startBareReadServer(databaseUrl, reads);
  const bareCalls = new HttpCalls(server.url, '');
  const serverWork = (turn: number) => bareCalls.get(`/${String(turn % reads.length)}`);
  await atRate(READS.perSecond, 3, serverWork);
  const serverWaits = await atRate(READS.perSecond, READS.seconds, serverWork);
  bareCalls.close();
  server.close();
  for (const percentile of ['p50', 'p99'] as const)
    report.add({
      name: `the same SELECTs on a bare HTTP server, ${percentile}`,
      value: serverWaits[percentile],
      unit: 'ms',
      baseline: { name: 'bare SELECT', value: bare[percentile] },
      target: null,
    });
}

async function measureWrites({ calls, targets }: UserWithPosts, pool: Pool, report: Report): Promise<void> {
  const body = {
    content: 'The kiln is open again: forty bowls and a new celadon.',
    scheduledFor: LATER.toISOString(),
    selectedAccountIds: targets.map(({ accountId }) => accountId),
  };
  await pool.query('create table if not exists public.bare_post (id bigserial primary key, data jsonb)');
  const bareWork = () =>
    pool.query('insert into public.bare_post (data) values ($1)', [JSON.stringify(body)]);
  const apiWork = () => calls.post('/api/posts', body);
  await atRate(WRITES.perSecond, 1, apiWork);
  const bare = await atRate(WRITES.perSecond, WRITES.seconds, bareWork);
  const api = await atRate(WRITES.perSecond, WRITES.seconds, apiWork);
  await pool.query('drop table public.bare_post');
  for (const percentile of ['p50', 'p99'] as const) {
    report.add({
      name: `POST /api/posts at ${String(WRITES.perSecond)} requests/s, ${percentile}`,
      value: api[percentile],
      unit: 'ms',
      baseline: { name: 'bare INSERT', value: bare[percentile] },
      target: null,
    });
  }
}

async function measureLongList({ id, calls }: UserWithPosts, pool: Pool, report: Report): Promise<void> {
  const firstBytes: number[] = [];
  await inTurn(5, () => calls.get('/api/posts'));
  const bare = await inTurn(LIST.times, () => pool.query(SELECT_ALL, [id]));
  const whole = await inTurn(LIST.times, async () => {
    firstBytes.push((await calls.get('/api/posts')).firstByte);
  });
  const add = (name: string, waits: Waits, percentile: 'p50' | 'p95', target: typeof LIST.target | null) => {
    const baseline = { name: 'bare SELECT', value: bare[percentile] };
    report.add({ name: `${name}, ${percentile}`, value: waits[percentile], unit: 'ms', baseline, target });
  };
  const list = `whole list where a user has ${LIST.posts.toLocaleString('en')} posts`;
  const beginnings = percentilesOf(firstBytes);
  add(`${list}, response begins`, beginnings, 'p50', null);
  add(`${list}, response begins`, beginnings, 'p95', LIST.target);
  add(`${list}, response complete`, whole, 'p95', null);
}

/** Measures the first page, counts and a search of a long list on the posts screen. */
async function measureFirstPage({ id, calls }: UserWithPosts, pool: Pool, report: Report): Promise<void> {
  const measureRead = async (name: string, path: string, sql: string, atMost: number | null) => {
    await inTurn(20, () => calls.get(path));
    const bare = await inTurn(LIST.times, () => pool.query(sql, [id]));
    const api = await inTurn(LIST.times, () => calls.get(path));
    const baseline = { name: 'bare SELECT', value: bare.p95 };
    const target = atMost === null ? null : { atMost };
    report.add({ name: `${name}, p95`, value: api.p95, unit: 'ms', baseline, target });
  };
  const first = '/api/posts?limit=50';
  await measureRead(
    `first page of ${LIST.posts.toLocaleString('en')} posts`,
    first,
    SELECT_FIRST_PAGE,
    PAGE.milliseconds,
  );
  const kB = (await calls.get(first)).bytes / 1_000;
  report.add({
    name: 'first page, as transferred',
    value: kB,
    unit: 'kB',
    baseline: null,
    target: { atMost: PAGE.kB },
  });
  await measureRead('counts of the same', '/api/posts/summary', SELECT_COUNTS, null);
  await measureRead(
    'a search in them that finds one post',
    '/api/posts?q=kiln+9999',
    SELECT_FIRST_PAGE,
    null,
  );
}
