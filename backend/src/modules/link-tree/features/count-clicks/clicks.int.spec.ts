import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import type { LinkPageView } from '@posthorn/contracts/link-tree/link-page.http';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { ErasureSteps } from '#infrastructure/readers/erasure-steps.ts';
import { RowErasure } from '#infrastructure/personal-data/erasure/row-erasure.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { LinkTreeProduct, NOON } from '../../../../../test/whole-product/testing/link-tree-product.ts';
import { clicksEvent, countClicks, linkClicksStream } from '../../domain/clicks/link-clicks.ts';
import { ClickFlush } from '../../effects/clicks/click-flush.ts';
import { ClickRows } from '../../stores/clicks/click-rows.ts';
import { HourlyClicks } from '../../stores/clicks/hourly-clicks.ts';

const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const CLICK = { 'user-agent': BROWSER, 'ping-to': 'https://ana.example/', 'content-type': 'text/ping' };
const at = (time: string) => new Date(`2030-01-01T${time}.000Z`);

let product: LinkTreeProduct;
beforeAll(async () => {
  product = await LinkTreeProduct.start({ TRUSTED_PROXIES: '1' });
}, 120_000);
afterAll(() => product.close());

let users = 0;
let user: string;
let handle: string;
let link: string;
beforeEach(async () => {
  users += 1;
  [user, handle] = [randomUUID(), `clicked_${String(users)}`];
  product.setTime(NOON);
  await product.person(user, { handle });
  link = await addLink();
  // A visitor loads the page before a click.
  await product.get(`/u/${handle}`).expect(200);
});

async function addLink(): Promise<string> {
  const added = await product.as(user).addLink({ title: 'Shop', url: 'https://ana.example/' }).expect(201);
  return (added.body as { id: string }).id;
}
let networks = 0;
/** Returns an IP address that no spec has used yet. */
const address = () => {
  networks += 1;
  return `198.${String(18 + (networks >> 16))}.${String((networks >> 8) & 255)}.${String(networks & 255)}`;
};
const ping = (linkId = link, from = address(), differs: Readonly<Record<string, string>> = {}, to = handle) =>
  product
    .post(`/u/${to}/seen/${linkId}`)
    .set({ ...CLICK, 'x-forwarded-for': from, ...differs })
    .send('PING')
    .expect(204);
const flush = () => product.booted.app.get(ClickFlush).flush();
const record = async () => {
  await product.pool.query('update link_tree.click_turn set due_at = now()');
  await product.booted.app.get(HourlyClicks).round();
};
const close = (before: Date) => product.booted.app.get(ClickRows).close(user, before);
const facts = () => product.store.historyOf(`linkClicks-${user}`).map(({ data }) => data);
const openRows = async () => {
  const { rows } = await product.pool.query<{ clicks: number }>(
    'select clicks from link_tree.click_count where user_id = $1',
    [user],
  );
  return rows.map(({ clicks }) => clicks);
};
const page = async () => (await product.as(user).page().expect(200)).body as LinkPageView;
const clicksOfLink = async (linkId = link) => (await page()).links.find(({ id }) => id === linkId)?.seen;
const fact = (hour: string, clicks: number, visitors: number) => ({
  userId: user,
  hour: at(hour).toISOString(),
  links: [{ linkId: link, clicks, visitors }],
});

it('adds a ping to own links and accounts, and lets the browser send it only to Posthorn', async () => {
  await product.account(user, 700 + users, 'instagram', 'ana.bakes');
  const { text, headers } = await product.get(`/u/${handle}`).expect(200);
  expect(text).toContain(`ping="/u/${handle}/seen/${link}"`);
  expect(text).toContain(`ping="/u/${handle}/seen/account-${String(700 + users)}"`);
  expect(headers['content-security-policy']).toContain("connect-src 'self'");
});

it('counts a thousand pings in one row and one event, and each visitor once a day', async () => {
  const from = Array.from({ length: 500 }, address);
  const started = await Promise.all([...from, ...from].map((one) => ping(link, one)));
  expect(started).toHaveLength(1000);
  await flush();
  expect(await openRows()).toEqual([1000]);
  expect(await clicksOfLink()).toEqual({ clicks: 1000, visitors: 500 });
  product.setTime(at('13:00:30'));
  // This visitor already clicked in the previous hour: one more click, no new visitor.
  await ping(link, from[0]);
  await flush();
  await record();
  expect(facts()).toEqual([fact('12:00:00', 1000, 500)]);
  expect(await openRows()).toEqual([1]);
  expect(await clicksOfLink()).toEqual({ clicks: 1001, visitors: 500 });
  await record();
  expect(facts()).toHaveLength(1);
}, 30_000);

it("counts clicks on the page's accounts too, and on nothing else", async () => {
  const account = 800 + users;
  await product.account(user, account, 'bluesky', 'ana.bsky.social');
  await product.get(`/u/${handle}`).expect(200);
  await ping(`account-${String(account)}`);
  await ping('account-999999');
  await ping('post-1');
  await ping('x'.repeat(200));
  await ping('%ff');
  await ping(link, address(), {}, '%ff');
  await ping(link, address(), {}, 'nobody_here');
  await ping(link, address(), { 'user-agent': 'Googlebot/2.1' });
  await ping(link, address(), { 'sec-purpose': 'prefetch' });
  await ping(link, address(), { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' });
  await product.post(`/u/${handle}/seen/${link}`).set('user-agent', BROWSER).expect(204);
  await flush();
  expect(await clicksOfLink()).toEqual({ clicks: 0, visitors: 0 });
  expect((await page()).accounts).toMatchObject([{ accountId: account, seen: { clicks: 1, visitors: 1 } }]);
});

it('counts a click for a handle in any letter case, and neither reads nor sets a cookie', async () => {
  const { headers, text } = await ping(link, address(), { cookie: '__Host-session=x' }, handle.toUpperCase());
  expect([headers['set-cookie'], text]).toEqual([undefined, '']);
  await flush();
  expect(await clicksOfLink()).toEqual({ clicks: 1, visitors: 1 });
});

it('counts sixty clicks a minute from one network, and responds to further clicks in the same way', async () => {
  const from = address();
  for (let count = 0; count < 65; count += 1) await ping(link, from);
  await flush();
  expect(await clicksOfLink()).toEqual({ clicks: 60, visitors: 1 });
});

it.each([
  ['content-length: 1000000', 'application/json'],
  ['transfer-encoding: chunked', 'application/x-www-form-urlencoded'],
])('responds before it has read a body (%s, %s), and closes the connection', async (length, type) => {
  const { port } = new URL(product.booted.url);
  const socket = connect(Number(port), '127.0.0.1');
  // The timeout ends the spec if the server waits for the body.
  socket.setTimeout(4_000, () => socket.destroy(new Error('No answer')));
  socket.write(
    [
      ...[
        `POST /u/${handle}/seen/${link} HTTP/1.1`,
        `host: localhost:${port}`,
        length,
        `content-type: ${type}`,
      ],
      ...[`user-agent: ${BROWSER}`, 'ping-to: https://ana.example/', `x-forwarded-for: ${address()}`, '', ''],
    ].join('\r\n'),
  );
  // The client never sends the body. So the response shows that the server does not wait for it.
  expect(await textOf(socket)).toMatch(/^HTTP\/1\.1 204 [\s\S]*connection: close/iu);
  await flush();
  expect(await clicksOfLink()).toEqual({ clicks: 1, visitors: 1 });
});

it('adds up the clicks that several processes have received', async () => {
  const rows = product.booted.app.get(ClickRows);
  const one = [{ handle, linkId: link, clicks: 3, visitors: 2 }];
  await Promise.all(Array.from({ length: 4 }, () => rows.add(one, at('12:00:00'))));
  expect(await openRows()).toEqual([12]);
  expect(await clicksOfLink()).toEqual({ clicks: 12, visitors: 8 });
});

it('keeps clicks in memory while the database is not available', async () => {
  await ping();
  await product.pool.query('alter table link_tree.click_count rename to gone');
  try {
    await expect(flush()).rejects.toThrow();
  } finally {
    await product.pool.query('alter table link_tree.gone rename to click_count');
  }
  await flush();
  expect(await clicksOfLink()).toEqual({ clicks: 1, visitors: 1 });
});

it('writes all clicks to rows before the process ends', async () => {
  await ping();
  await product.booted.app.get(ClickFlush).onApplicationShutdown();
  expect(await openRows()).toEqual([1]);
});

it('records each hour once, wherever a worker crashes', async () => {
  const clicksAndFacts = async () => [(await clicksOfLink())?.clicks, facts()];
  await ping();
  await flush();
  product.setTime(at('13:01:00'));
  expect(await clicksAndFacts()).toEqual([1, []]);
  // The worker crashes after it has closed the hour.
  const closed = await close(at('13:00:00'));
  expect(closed).toEqual({ hour: at('12:00:00').toISOString(), links: fact('12:00:00', 1, 1).links });
  expect(await openRows()).toEqual([]);
  expect(await clicksAndFacts()).toEqual([1, []]);
  // Now another process writes a late click of that hour.
  await product.booted.app
    .get(ClickRows)
    .add([{ handle, linkId: link, clicks: 10, visitors: 10 }], at('12:00:00'));
  expect((await clicksAndFacts())[0]).toBe(11);
  expect(await close(at('13:00:00'))).toEqual(closed);
  // The worker crashes after it has appended the event.
  await product.inside(() =>
    product.booted.app
      .get(StreamWriter)
      .decide(linkClicksStream, user, (state) =>
        countClicks(state, user, closed?.hour ?? '', closed?.links ?? []),
      ),
  );
  expect(await clicksAndFacts()).toEqual([11, [fact('12:00:00', 1, 1)]]);
  await record();
  // The late clicks count in the next hour, which has not ended.
  expect(await clicksAndFacts()).toEqual([11, [fact('12:00:00', 1, 1)]]);
  await ping();
  await flush();
  product.setTime(at('14:00:30'));
  await record();
  expect(await clicksAndFacts()).toEqual([12, [fact('12:00:00', 1, 1), fact('13:00:00', 11, 11)]]);
  await record();
  expect(await clicksAndFacts()).toEqual([12, [fact('12:00:00', 1, 1), fact('13:00:00', 11, 11)]]);
});

it('records each open hour with clicks, and no hour without clicks', async () => {
  for (const hour of ['12:10:00', '13:10:00', '15:10:00']) {
    product.setTime(at(hour));
    await ping();
    await flush();
  }
  product.setTime(at('18:00:30'));
  await Promise.all([record(), close(at('18:00:00'))]);
  await record();
  expect(facts()).toEqual([fact('12:00:00', 1, 1), fact('13:00:00', 1, 1), fact('15:00:00', 1, 1)]);
  expect(await clicksOfLink()).toEqual({ clicks: 3, visitors: 3 });
});

it('plans the next run for the time when the next hour has ended', async () => {
  product.setTime(at('12:20:00'));
  await record();
  const { rows } = await product.pool.query<{ due_at: Date }>('select due_at from link_tree.click_turn');
  expect(rows).toEqual([{ due_at: at('13:00:30') }]);
});

it('shows the clicks of thirty days, including today', async () => {
  await ping();
  await flush();
  product.setTime(at('13:00:30'));
  await record();
  const clicks = async (day: string) => {
    product.setTime(new Date(`${day}T23:59:59.000Z`));
    return (await clicksOfLink())?.clicks;
  };
  expect([await clicks('2030-01-30'), await clicks('2030-01-31')]).toEqual([1, 0]);
});

it('does not keep an IP address, browser or digest in rows or events', async () => {
  const from = '192.0.2.77';
  await ping(link, from, { 'user-agent': `${BROWSER} Canary/7` });
  await flush();
  product.setTime(at('13:00:30'));
  await ping(link, from, { 'user-agent': `${BROWSER} Canary/7` });
  await flush();
  await record();
  expect(facts()).toEqual([fact('12:00:00', 1, 1)]);
  const { rows: tables } = await product.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const kept = product.store
    .historyOf(`linkClicks-${user}`)
    .map(({ data, meta }) => JSON.stringify([data, meta]));
  for (const { name } of tables) {
    const { rows } = await product.pool.query<{ row: string }>(`select t::text as row from ${name} t`);
    kept.push(...rows.map(({ row }) => row));
  }
  const all = kept.join('\n');
  expect(all).toContain(user);
  for (const secret of [from, 'Canary/7', 'Mozilla']) expect(all).not.toContain(secret);
  // The tables may have no other columns.
  const { rows } = await product.pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'link_tree' and table_name in ('click_count', 'click_hour') order by 1`,
  );
  expect([...new Set(rows.map(({ name }) => name))]).toEqual([
    ...['clicks', 'hour', 'link_id', 'links', 'logged', 'user_id', 'visitors'],
  ]);
});

it('deletes the clicks of an owner who is erased', async () => {
  await ping();
  await flush();
  product.setTime(at('13:00:30'));
  await record();
  await ping();
  await flush();
  const rows = product.booted.app.get(RowErasure);
  expect(await rows.erase(user)).toMatchObject({ 'link_tree.click_count': 1, 'link_tree.click_hour': 1 });
  await product.write('erasure', user, {
    type: 'SubjectErased',
    schema: 1,
    data: { userId: user, erasedAt: NOON.toISOString() },
  });
  await product.booted.catchUp();
  expect(await rows.left(user)).toEqual({});
});

it('records nothing for an erased owner, even if a worker hangs between closing and recording an hour', async () => {
  await ping();
  await flush();
  product.setTime(at('13:00:30'));
  const { app } = product.booted;
  const [rows, people] = [app.get(ClickRows), app.get(RowErasure)];
  const steps = app.get(ErasureSteps).inOrder();
  const closing = rows.close.bind(rows);
  rows.close = async (...asked) => {
    const closed = await closing(...asked);
    if (closed) await erase();
    return closed;
  };
  async function erase() {
    const own = steps.filter(({ name }) => name.startsWith('link-tree.'));
    const person = { userId: user, requestedAt: NOON.toISOString() };
    // Run each step twice, as after a crash.
    for (const step of [...own, ...own]) await product.inside(() => step.run(person));
    await people.erase(user);
  }
  await record();
  rows.close = closing;
  expect(facts()).toEqual([{ userId: user, endedAt: at('13:00:30').toISOString() }]);
  // A late click creates no row either.
  expect(await close(at('13:00:00'))).toBeNull();
  expect(Object.keys(await people.left(user)).filter((table) => table.startsWith('link_tree.'))).toEqual([]);
});

it('decides again when the owner is erased after a worker has read the state', async () => {
  await ping();
  await flush();
  product.setTime(at('13:00:30'));
  const append = product.store.append.bind(product.store);
  const end = clicksEvent('ClicksEnded', { userId: user, endedAt: NOON.toISOString() });
  product.store.append = async (...asked) => {
    product.store.append = append;
    await product.write('linkClicks', user, end);
    return append(...asked);
  };
  await record();
  product.store.append = append;
  expect(facts()).toEqual([end.data]);
});
