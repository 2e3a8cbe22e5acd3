import type { CreatedApiTokenView } from '@posthorn/contracts/identity/api-tokens.http';
import type { UserView } from '@posthorn/contracts/identity/session.http';
import { EventStore } from '@posthorn/event-sourcing/event-store';
import { EventCodec } from '#infrastructure/event-log/event-codec.ts';
import type { Pool } from 'pg';
import { FeedReader } from '../test/whole-product/testing/feed-reader.ts';
import { Creator } from '../test/creator.ts';
import { startProduct } from '../test/product.ts';
import { atRate, inTurn } from './at-rate.ts';
import { HttpCalls } from './http-calls.ts';
import { openBenchContext, type BenchContext } from './bench-context.ts';
import { scheduledStory, encodeStory } from './post-stories.ts';
import type { Report } from './report.ts';
import { EVENTS_VIEW } from '#modules/external-api/read-models/feed/feed.projection.ts';

const EVENTS = 1_000_000;
const ROWS_PER_INSERT = 20_000;
const PAGES = { times: 100, target: { atMost: 50 } } as const;
const STREAM = { perSecond: 20, seconds: 15, target: { atMost: 500 } } as const;
const LATER = new Date('2035-01-01T09:00:00Z');
/** An event type that occurs once in a hundred thousand events. */
const RARE_TYPE = 'plan.changed';

/** Measures how long programs wait when they follow a million events of one user, on the built product. */
export async function benchFeed(report: Report): Promise<void> {
  const product = await startProduct({ embedded: true, built: true, log: 'postgres' });
  try {
    const inside = await openBenchContext({ dataDir: product.dataDir, attach: true });
    try {
      const { client } = await Creator.signedIn(product, 'full-feed@example.com');
      const { id: owner } = (await client.get<UserView>('/api/auth/user')).body;
      const { token } = (await client.post<CreatedApiTokenView>('/api/tokens', { name: 'Bench' })).body;
      await fillFeed(inside.pool, owner);
      await measurePages(new HttpCalls(product.url, '', bearer(token)), inside.pool, owner, report);
      const streamToken = (await client.post<CreatedApiTokenView>('/api/tokens', { name: 'Stream' })).body;
      await measureStream(product.url, streamToken.token, owner, inside, report);
    } finally {
      await inside.close();
    }
  } finally {
    await product.close();
  }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Writes the rows, as the read model would. */
async function fillFeed(pool: Pool, owner: string): Promise<void> {
  for (let from = 1; from <= EVENTS; from += ROWS_PER_INSERT)
    await pool.query(
      `insert into ${EVENTS_VIEW} (owner_id, number, event_id, type, at, data)
       select $1, n, gen_random_uuid(), case when n % 100000 = 0 then $4 else 'publication.published' end, now(),
         json_build_object('postId', n, 'accountId', 3, 'platform', 'mastodon', 'attemptId', gen_random_uuid(),
           'remoteId', n::text, 'permalink', 'https://mastodon.example/@ana/' || n)
       from generate_series($2::int, $3::int) n`,
      [owner, from, from + ROWS_PER_INSERT - 1, RARE_TYPE],
    );
}

async function measurePages(calls: HttpCalls, pool: Pool, owner: string, report: Report): Promise<void> {
  const { rows } = await pool.query<{ id: string; number: string }>(
    `select event_id as id, number from ${EVENTS_VIEW} where owner_id = $1 order by random() limit $2`,
    [owner, PAGES.times],
  );
  const readPage = (turn: number, extra = '') =>
    calls.get(`/api/external/events?limit=100&after=evt_${rows[turn % rows.length]?.id ?? ''}${extra}`);
  const bareReads = await inTurn(PAGES.times, (turn) =>
    pool.query(`select * from ${EVENTS_VIEW} where owner_id = $1 and number > $2 order by number limit 100`, [
      owner,
      rows[turn]?.number,
    ]),
  );
  const baseline = { name: 'bare SELECT', value: bareReads.p95 };
  await inTurn(10, readPage);
  const pages = await inTurn(PAGES.times, readPage);
  report.add({
    name: 'a page of 100 events of 1,000,000, p95',
    value: pages.p95,
    unit: 'ms',
    baseline,
    target: PAGES.target,
  });
  const rarePages = await inTurn(PAGES.times, (turn) => readPage(turn, `&types=${RARE_TYPE}`));
  report.add({
    name: 'a page of rare events of 1,000,000, p95',
    value: rarePages.p95,
    unit: 'ms',
    baseline,
    target: PAGES.target,
  });
}

/** Measures from the call of `append` until a program has the event. */
async function measureStream(
  url: string,
  token: string,
  owner: string,
  { app }: BenchContext,
  report: Report,
): Promise<void> {
  const [store, codec] = [app.get(EventStore), app.get(EventCodec)];
  const append = async (postId: number) => {
    const target = { accountId: 3, platform: 'mastodon' } as const;
    const { stream, events } = await encodeStory(scheduledStory(postId, owner, [target], LATER), codec);
    await store.append(stream, events, { expected: 'noStream' });
  };
  const reader = new FeedReader(
    await fetch(new URL('/api/external/events/stream', url), { headers: bearer(token) }),
  );
  const resolvers = new Map<number, () => void>();
  let handled = 0;
  void reader.until(() => {
    for (const { data } of reader.events.slice(handled))
      if ('postId' in data) resolvers.get(data.postId ?? 0)?.();
    handled = reader.events.length;
    return false;
  });
  const appendAndReceive = async (postId: number) => {
    const received = new Promise<void>((resolve) => resolvers.set(postId, resolve));
    await append(postId);
    await received;
  };
  const appends = await inTurn(50, (turn) => append(2 * EVENTS + turn));
  const waits = await atRate(STREAM.perSecond, STREAM.seconds, (turn) => appendAndReceive(3 * EVENTS + turn));
  report.add({
    name: `append of an event until a program receives it, ${String(STREAM.perSecond)} a second, p95`,
    value: waits.p95,
    unit: 'ms',
    baseline: { name: 'append alone', value: appends.p95 },
    target: STREAM.target,
  });
  await reader.close();
}
