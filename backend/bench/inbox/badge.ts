import { setTimeout as pause } from 'node:timers/promises';
import type { InboxSummary } from '@posthorn/contracts/inbox/comments.http';
import { Client } from 'pg';
import type { Product } from '../../test/product.ts';
import { inTurn } from '../at-rate.ts';
import { listenLive } from '../live-news.ts';
import type { Report } from '../report.ts';
import type { FullInbox } from './full-inbox.ts';

const TIMES = 60;
/** Seldom enough that each is told by a message of its own. */
const EVERY_MS = 150;
const TARGET = { atMost: 1_000 } as const;
const PATH = '/api/comments/summary?status=new';

/** From the append of a comment until a page that heard of it has the new number for its badge. */
export async function badge(
  { creator, calls, receive }: FullInbox,
  product: Product,
  report: Report,
): Promise<void> {
  let tell: () => void = () => undefined;
  const next = () => new Promise<void>((resolve) => (tell = resolve));
  const stop = await listenLive(product.url, creator.client.cookieHeader, 'comments', () => {
    tell();
  });
  const shown = async () => (JSON.parse((await calls.get(PATH)).body) as InboxSummary).counts.new;
  let known = await shown();
  await pause(EVERY_MS);
  const waits = await inTurn(TIMES, async () => {
    let heard = next();
    await receive();
    for (;;) {
      await heard;
      heard = next();
      const now = await shown();
      if (now > known) {
        known = now;
        return;
      }
    }
  });
  stop();
  const bare = await notified(await product.databaseUrl());
  for (const share of ['p50', 'p95'] as const)
    report.add({
      name: `received to badge, ${share}`,
      value: waits[share],
      unit: 'ms',
      baseline: { name: 'INSERT, NOTIFY, SELECT', value: bare[share] },
      target: share === 'p95' ? TARGET : null,
    });
}

/** The same between two connections to the database. */
async function notified(connectionString: string) {
  const [one, other] = [new Client({ connectionString }), new Client({ connectionString })];
  await Promise.all([one.connect(), other.connect()]);
  try {
    await other.query('listen bench_badge');
    await one.query('create table public.bench_badge (id bigserial primary key)');
    return await inTurn(TIMES, async () => {
      const heard = new Promise((resolve) => other.once('notification', resolve));
      await one.query(`insert into public.bench_badge default values`);
      await one.query('notify bench_badge');
      await heard;
      await other.query('select count(*) from public.bench_badge');
    });
  } finally {
    await one.query('drop table if exists public.bench_badge');
    await Promise.all([one.end(), other.end()]);
  }
}
