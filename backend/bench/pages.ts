import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import type { LinkPageView } from '@posthorn/contracts/link-tree/link-page.http';
import type { UserView } from '@posthorn/contracts/identity/session.http';
import { EventStore } from '@posthorn/event-sourcing/event-store';
import { EventCodec } from '#infrastructure/event-log/event-codec.ts';
import { Creator } from '../test/creator.ts';
import { eventually } from '../test/eventually.ts';
import { startProduct, type Product } from '../test/product.ts';
import { atRate, inBurst, inTurn } from './at-rate.ts';
import { HttpCalls } from './http-calls.ts';
import { openBenchContext, type BenchContext } from './bench-context.ts';
import { publishedStories, encodeStory } from './post-stories.ts';
import { processorSeconds } from './process-family.ts';
import type { Report } from './report.ts';

const EMAIL = 'page@example.com';
const HANDLE = 'kiln';
const LINKS = 8;
const POSTS = 10;
const VISITS = { perSecond: 500, seconds: 8 } as const;
const FLAT_OUT = { pages: 20_000, lanes: 32 } as const;
const PINGS = { perSecond: 1_000, seconds: 6 } as const;
const CHANGES = 20;

/** Measures a link page as visitors get it. The baseline is a bare HTTP server that sends the same bytes. */
export async function benchPages(report: Report): Promise<void> {
  const product = await startProduct({
    embedded: true,
    built: true,
    log: 'postgres',
    env: { COMPLIMENTARY_PREMIUM: EMAIL },
  });
  try {
    const context = await openBenchContext({ dataDir: product.dataDir, attach: true });
    try {
      const creator = await creatorWithPage(product, context);
      await measureVisits(report, product);
      await measureClicks(report, product, creator);
      await measureChanges(report, product, creator);
    } finally {
      await context.close();
    }
  } finally {
    await product.close();
  }
}

async function creatorWithPage(product: Product, { app, pool }: BenchContext): Promise<Creator> {
  const creator = await Creator.signedIn(product, EMAIL);
  const { client } = creator;
  const { id } = (await client.get<UserView>('/api/auth/user')).body;
  await checkStatus(client.call('PATCH', `/api/users/${id}`, { handle: HANDLE }));
  const account = await creator.connectMastodon();
  for (let link = 1; link <= LINKS; link += 1)
    await checkStatus(
      client.post('/api/link-page/links', { title: `Shop ${String(link)}`, url: 'https://shop.example/' }),
    );
  const { rows } = await pool.query<{ id: number }>(
    `select nextval('scheduling.post_id')::float8 as id from generate_series(1, $1)`,
    [POSTS],
  );
  const [store, codec] = [app.get(EventStore), app.get(EventCodec)];
  for (const row of rows) {
    for (const story of publishedStories(row.id, id, { accountId: account.id, platform: 'mastodon' })) {
      const { stream, events } = await encodeStory(story, codec);
      await store.append(stream, events, { expected: 'noStream' });
    }
  }
  await eventually(async () => {
    const posts = (await (await fetch(pageOf(product))).text()).split('<article').length - 1;
    if (posts < POSTS) throw new Error(`The page shows ${String(posts)} posts.`);
  });
  return creator;
}

async function measureVisits(report: Report, product: Product): Promise<void> {
  const calls = new HttpCalls(product.url, '');
  const { body, bytes } = await calls.get(`/u/${HANDLE}`);
  const bare = await bareServer(body);
  const bareCalls = new HttpCalls(bare.url, '');
  const page = () => calls.get(`/u/${HANDLE}`);
  const barePage = () => bareCalls.get('/');
  report.add({
    name: `link page of ${String(LINKS)} links and ${String(POSTS)} posts, as transferred`,
    value: bytes / 1000,
    unit: 'kB',
    baseline: null,
    target: { atMost: 15 },
  });
  for (const work of [page, barePage]) await atRate(VISITS.perSecond, 3, work);
  const barePages = await atRate(VISITS.perSecond, VISITS.seconds, barePage);
  const pages = await atRate(VISITS.perSecond, VISITS.seconds, page);
  for (const percentile of ['p50', 'p99'] as const) {
    report.add({
      name: `link page at ${String(VISITS.perSecond)} a second, ${percentile}`,
      value: pages[percentile],
      unit: 'ms',
      baseline: { name: 'bare server', value: barePages[percentile] },
      target: percentile === 'p99' ? { atMost: 50 } : null,
    });
  }
  const perSecond = async (work: () => Promise<unknown>, pid: number) => {
    const before = await processorSeconds([pid]);
    await inBurst(FLAT_OUT.pages, FLAT_OUT.lanes, work);
    return FLAT_OUT.pages / ((await processorSeconds([pid])) - before);
  };
  const ofProduct = await perSecond(page, product.pid());
  report.add({
    name: 'link pages per second of processor time',
    value: ofProduct,
    unit: 'pages/s',
    // The bare server runs in this process, which also makes the calls. So the figure covers both.
    baseline: { name: 'bare server with its caller', value: await perSecond(barePage, process.pid) },
    target: { atLeast: 2_000 },
  });
  for (const each of [calls, bareCalls]) each.close();
  bare.close();
}

/** All clicks come from one network. After sixty clicks in a minute, clicks cost the same but are not counted. */
async function measureClicks(report: Report, product: Product, { client }: Creator): Promise<void> {
  const [link] = (await client.get<LinkPageView>('/api/link-page')).body.links;
  if (!link) throw new Error('There is no link.');
  const browser =
    'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
  const calls = new HttpCalls(product.url, '', { 'ping-to': link.url, 'user-agent': browser });
  const bare = await bareServer('');
  const bareCalls = new HttpCalls(bare.url, '');
  const ping = () => calls.post(`/u/${HANDLE}/seen/${link.id}`, {});
  const barePing = () => bareCalls.post('/', {});
  for (const work of [ping, barePing]) await atRate(PINGS.perSecond, 2, work);
  const barePings = await atRate(PINGS.perSecond, PINGS.seconds, barePing);
  const pings = await atRate(PINGS.perSecond, PINGS.seconds, ping);
  for (const each of [calls, bareCalls]) each.close();
  bare.close();
  report.add({
    name: `a reported click at ${String(PINGS.perSecond)} a second, p99`,
    value: pings.p99,
    unit: 'ms',
    baseline: { name: 'bare server', value: barePings.p99 },
    target: { atMost: 20 },
  });
}

/** Measures from the call that changes a link's title until visitors see the new title. */
async function measureChanges(report: Report, product: Product, { client }: Creator): Promise<void> {
  const [link] = (await client.get<LinkPageView>('/api/link-page')).body.links;
  if (!link) throw new Error('There is no link.');
  const patch = (title: string) =>
    checkStatus(client.call('PATCH', `/api/link-page/links/${link.id}`, { title }));
  const waits = await inTurn(CHANGES, async (turn) => {
    const title = `Changed ${String(turn)} times`;
    await patch(title);
    while (!(await (await fetch(pageOf(product))).text()).includes(title));
  });
  report.add({
    name: 'call that changes the page until visitors see the change, p95',
    value: waits.p95,
    unit: 'ms',
    baseline: null,
    target: { atMost: 1_000 },
  });
}

async function bareServer(text: string) {
  const bytes = brotliCompressSync(text);
  const headers = { 'content-type': 'text/html', 'content-encoding': 'br' };
  const server = createServer((_, response) => response.writeHead(200, headers).end(bytes));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${String(port)}`, close: () => server.close() };
}

const pageOf = ({ url }: Product): URL => new URL(`/u/${HANDLE}`, url);

async function checkStatus(call: Promise<Readonly<{ status: number; text: string }>>): Promise<void> {
  const { status, text } = await call;
  if (status >= 300) throw new Error(`The response was ${String(status)}: ${text.slice(0, 300)}`);
}
