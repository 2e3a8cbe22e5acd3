import { EventStore } from '@posthorn/event-sourcing/event-store';
import { countPosts, type PostCounts } from '@posthorn/contracts/scheduling/posts.http';
import type { UserView } from '@posthorn/contracts/identity/session.http';
import { EventCodec } from '#infrastructure/event-log/event-codec.ts';
import type { Pool } from 'pg';
import { Creator } from '../test/creator.ts';
import { eventually } from '../test/eventually.ts';
import { startProduct, type Product } from '../test/product.ts';
import { atRate, inParallel, inTurn, percentilesOf, type Waits } from './at-rate.ts';
import { HttpCalls } from './http-calls.ts';
import { openBenchContext, type BenchContext } from './bench-context.ts';
import { scheduledStory, stored, type Target } from './post-stories.ts';
import type { Report } from './report.ts';
import { POSTS_VIEW } from '#modules/scheduling/read-models/posts/post-list.projection.ts';

const READS = { perSecond: 200, seconds: 8, posts: 30, target: { atMost: 100 } } as const;
const PAGE = { kB: 60, milliseconds: 50 } as const;
const LIST = { posts: 10_000, times: 40, target: { atMost: 200 } } as const;
const WRITES = { perSecond: 20, seconds: 6 } as const;
const FEW = 'few-posts@example.com';
const MANY = 'many-posts@example.com';
const PLANNER = 'full-calendar@example.com';
const LATER = new Date('2035-01-01T09:00:00Z');
const MONTH = { posts: 5_000, days: 31, milliseconds: 100, kB: 150 } as const;
const SELECT = `select * from ${POSTS_VIEW} where owner_id = $1 and state in ('scheduled', 'publishing')
  order by scheduled_for desc, post_id desc`;

const FIRST = `select * from ${POSTS_VIEW} where owner_id = $1 and state in ('scheduled', 'publishing')
  and status = 'scheduled' order by scheduled_for, post_id limit 50`;
const COUNTS = `select status, count(*) from ${POSTS_VIEW}
  where owner_id = $1 and state in ('scheduled', 'publishing') group by status`;

type User = Readonly<{ id: string; calls: HttpCalls; targets: readonly Target[] }>;

/** Measures the built product over HTTP, with its sandbox and its own database. */
export async function benchApi(report: Report): Promise<void> {
  const env = { COMPLIMENTARY_PREMIUM: [FEW, MANY, PLANNER].join() };
  const product = await startProduct({ embedded: true, built: true, log: 'postgres', env });
  try {
    const inside = await openBenchContext({ dataDir: product.dataDir, attach: true });
    try {
      const few = await userWith(FEW, READS.posts, product, inside);
      await reads(few, inside.pool, report);
      await writes(few, inside.pool, report);
      const many = await userWith(MANY, LIST.posts, product, inside);
      await longList(many, inside.pool, report);
      await firstPage(many, inside.pool, report);
      await calendar(await userWith(PLANNER, MONTH.posts, product, inside, inMonth), inside.pool, report);
    } finally {
      await inside.close();
    }
  } finally {
    await product.close();
  }
}

/** Measures the requests of a signed-in page, in turn. */
async function reads({ id, calls }: User, pool: Pool, report: Report): Promise<void> {
  const posts = JSON.parse((await calls.get('/api/posts')).body) as readonly { id: number }[];
  const one = posts[0]?.id ?? 0;
  const paths = ['/api/posts', `/api/posts/${String(one)}`, '/api/connected-accounts', '/api/auth/user'];
  const bareWork = (turn: number) =>
    turn % paths.length === 0
      ? pool.query(SELECT, [id])
      : pool.query(`select * from ${POSTS_VIEW} where post_id = $1`, [one]);
  const apiWork = (turn: number) => calls.get(paths[turn % paths.length] ?? '');
  // A warm-up, so that code is compiled and connections are open before the measurement.
  await atRate(READS.perSecond, 3, apiWork);
  await atRate(READS.perSecond, 1, bareWork);
  const bare = await atRate(READS.perSecond, READS.seconds, bareWork);
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
}

async function writes({ calls, targets }: User, pool: Pool, report: Report): Promise<void> {
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

async function longList({ id, calls }: User, pool: Pool, report: Report): Promise<void> {
  const firstBytes: number[] = [];
  await inTurn(5, () => calls.get('/api/posts'));
  const bare = await inTurn(LIST.times, () => pool.query(SELECT, [id]));
  const whole = await inTurn(LIST.times, async () => {
    firstBytes.push((await calls.get('/api/posts')).firstByte);
  });
  const add = (name: string, waits: Waits, percentile: 'p50' | 'p95', target: typeof LIST.target | null) => {
    const baseline = { name: 'bare SELECT', value: bare[percentile] };
    report.add({ name: `${name}, ${percentile}`, value: waits[percentile], unit: 'ms', baseline, target });
  };
  const list = `whole list where a user has ${LIST.posts.toLocaleString('en')} posts`;
  const begins = percentilesOf(firstBytes);
  add(`${list}, answer begins`, begins, 'p50', null);
  add(`${list}, answer begins`, begins, 'p95', LIST.target);
  add(`${list}, all of it received`, whole, 'p95', null);
}

/** Measures the first page, counts and a search of a long list on the posts screen. */
async function firstPage({ id, calls }: User, pool: Pool, report: Report): Promise<void> {
  const measured = async (name: string, path: string, sql: string, atMost: number | null) => {
    await inTurn(20, () => calls.get(path));
    const bare = await inTurn(LIST.times, () => pool.query(sql, [id]));
    const api = await inTurn(LIST.times, () => calls.get(path));
    const baseline = { name: 'bare SELECT', value: bare.p95 };
    const target = atMost === null ? null : { atMost };
    report.add({ name: `${name}, p95`, value: api.p95, unit: 'ms', baseline, target });
  };
  const first = '/api/posts?limit=50';
  await measured(`first page of ${LIST.posts.toLocaleString('en')} posts`, first, FIRST, PAGE.milliseconds);
  const kB = (await calls.get(first)).bytes / 1_000;
  report.add({
    name: 'first page as it travels',
    value: kB,
    unit: 'kB',
    baseline: null,
    target: { atMost: PAGE.kB },
  });
  await measured('counts of the same', '/api/posts/summary', COUNTS, null);
  await measured('a search in it that finds one post', '/api/posts?q=kiln+9999', FIRST, null);
}

const dayOf = (at: number): string => new Date(LATER.getTime() + at * 86_400_000).toISOString().slice(0, 10);
/** Distributes the posts evenly over a month. */
const inMonth = (at: number): Date =>
  new Date(LATER.getTime() + (at / MONTH.posts) * MONTH.days * 86_400_000);

/** Measures the response from which the calendar draws a month. */
async function calendar({ id, calls }: User, pool: Pool, report: Report): Promise<void> {
  const path = `/api/calendar?from=${dayOf(0)}T00:00:00Z&to=${dayOf(MONTH.days + 1)}T00:00:00Z`;
  await inTurn(10, () => calls.get(path));
  const bare = await inTurn(LIST.times, () => pool.query(SELECT, [id]));
  const api = await inTurn(LIST.times, () => calls.get(path));
  const name = `calendar of a month with ${MONTH.posts.toLocaleString('en')} posts`;
  const baseline = { name: 'bare SELECT', value: bare.p95 };
  report.add({
    name: `${name}, p95`,
    value: api.p95,
    unit: 'ms',
    baseline,
    target: { atMost: MONTH.milliseconds },
  });
  const kB = (await calls.get(path)).bytes / 1_000;
  report.add({
    name: `${name}, as it travels`,
    value: kB,
    unit: 'kB',
    baseline: null,
    target: { atMost: MONTH.kB },
  });
}

/** Signs in and connects accounts over HTTP, writes the posts to the log, and waits for the read models. */
export async function userWith(
  email: string,
  count: number,
  product: Product,
  { app, pool }: BenchContext,
  dueAt: (at: number) => Date = () => LATER,
): Promise<User> {
  const creator = await Creator.signedIn(product, email);
  const accounts = [await creator.connectBluesky(), await creator.connectMastodon()];
  const targets = accounts.map(({ id: accountId, platform }) => ({ accountId, platform }));
  const { id } = (await creator.client.get<UserView>('/api/auth/user')).body;
  const { rows } = await pool.query<{ id: number }>(
    `select nextval('scheduling.post_id')::float8 as id from generate_series(1, $1)`,
    [count],
  );
  const store = app.get(EventStore);
  const codec = app.get(EventCodec);
  const first = rows[0]?.id ?? 0;
  await inParallel(rows, 32, async (row) => {
    const { stream, events } = await stored(
      scheduledStory(row.id, id, targets, dueAt(row.id - first)),
      codec,
    );
    await store.append(stream, events, { expected: 'noStream' });
  });
  const calls = new HttpCalls(product.url, creator.client.cookieHeader);
  await eventually(async () => {
    const { scheduled } = JSON.parse((await calls.get(countPosts.path)).body) as PostCounts;
    if (scheduled !== count) throw new Error(`${email} has ${String(scheduled)} of ${String(count)} posts.`);
  });
  return { id, calls, targets };
}
