import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import request, { type Response } from 'supertest';
import { SessionReader } from '#infrastructure/http/session/session-reader.ts';
import { Metrics } from '#infrastructure/observability/metrics.ts';
import { PublicPages } from '../../pages/public-pages.ts';
import { LinkTreeProduct, NOON } from '../../../../../test/whole-product/testing/link-tree-product.ts';

const HOST = 'ana.pages.localhost:3000';
/** An encoded URL of the page that only the router can decode. So the request does not use the cache. */
const UNCACHED_PATH = '/u/%61na';
let product: LinkTreeProduct;
beforeAll(async () => {
  product = await LinkTreeProduct.start({ PAGES_DOMAIN: 'pages.localhost' });
}, 120_000);
afterAll(() => product.close());

const me = () => product.as('ana');
/** Lets a visitor load the current page, so that it is cached. */
beforeEach(async () => {
  await product.person('ana', { handle: 'ana', names: ['Ana', 'Lima'] });
  await me().changePage({ sentence: 'Bread.' });
  await product.get('/u/ana').expect(200);
});

/** Returns the response without the headers that differ each time. */
const comparable = ({ status, text, headers }: Response) => {
  const { date, 'x-request-id': id, ...rest } = headers as Record<string, string>;
  expect([typeof date, typeof id]).toEqual(['string', 'string']);
  return { status, text, headers: rest };
};
/** Returns the names of link-tree's SQL statements that `work` executes. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = jest.spyOn(product.pool, 'query');
  try {
    await work();
    return query.mock.calls
      .map(([statement]) => (statement as unknown as { name?: string }).name ?? '')
      .filter((name) => name.startsWith('link-tree-'));
  } finally {
    query.mockRestore();
  }
}

it.each(['get', 'head'] as const)(
  'returns the same response from the cache as without it (%s)',
  async (method) => {
    const at = (path: string) =>
      request(product.booted.url)
        [method](path)
        .set('accept-encoding', 'br')
        .set('cookie', '__Host-session=x');
    const { headers } = await at('/u/ana');
    const etag = String(headers['etag']);
    for (const path of ['/u/ana', '/u/ANA', '/u/ana/', '/U/ana?from=a-post'])
      expect(comparable(await at(path))).toEqual(comparable(await at(UNCACHED_PATH)));
    expect(comparable(await at('/').set('host', HOST))).toEqual(comparable(await at(UNCACHED_PATH)));
    expect(comparable(await at('/u/ana').set('if-none-match', etag).expect(304))).toEqual(
      comparable(await at(UNCACHED_PATH).set('if-none-match', etag).expect(304)),
    );
  },
);

it('reads only the version, at most twice for 40 concurrent visitors, and does not read the session', async () => {
  const session = jest.spyOn(product.booted.app.get(SessionReader, { strict: false }), 'read');
  const visit = () => product.get('/u/ana').set('cookie', '__Host-session=x').expect(200);
  expect(await statementsOf(visit)).toEqual(['link-tree-versions']);
  const pages = product.booted.app.get(PublicPages, { strict: false });
  const known = () => Promise.all(Array.from({ length: 40 }, () => pages.known('ana')));
  const crowd = await statementsOf(known);
  expect(new Set(crowd)).toEqual(new Set(['link-tree-versions']));
  // The first request may need its own query.
  expect(crowd.length).toBeLessThanOrEqual(2);
  expect(session).not.toHaveBeenCalled();
  session.mockRestore();
});

it('shows a change to every later visitor, even with many concurrent visitors', async () => {
  let crowd: Promise<Response>[] = [];
  for (let turn = 1; turn <= 10; turn += 1) {
    crowd = Array.from({ length: 20 }, async () => product.get('/u/ana'));
    const sentence = `Bread, ${String(turn)}.`;
    await me().changePage({ sentence }).expect(204);
    const after = await Promise.all(Array.from({ length: 20 }, async () => product.get('/u/ana')));
    for (const { text } of after) expect(text).toContain(sentence);
    await Promise.all(crowd);
  }
});

it('refuses a page for unknown hosts, and counts cached pages in the metrics like other pages', async () => {
  await request(product.booted.url).get('/u/ana').set('host', 'evil.example').expect(421);
  const count = async () => {
    const metric = await product.booted.app
      .get(Metrics)
      .registry.getSingleMetric('http_request_duration_seconds')
      ?.get();
    return metric?.values.find(
      ({ labels, value }) =>
        labels.route === '/u/:handle' && labels.status === '200' && labels.le === '+Inf' && value > 0,
    )?.value;
  };
  const before = (await count()) ?? 0;
  await product.get('/u/ana').expect(200);
  await product.get(UNCACHED_PATH).expect(200);
  expect(await count()).toBe(before + 2);
});

it('stops sending the cached page immediately when the handle changes or the owner leaves', async () => {
  await product.person('ana', { handle: 'ana_l' });
  await product.get('/u/ana').expect(404);
  await product.get('/u/ana_l').expect(200);
  await product.get('/u/ana_l').expect(200);
  const data = { userId: 'ana', requestedAt: NOON.toISOString() };
  await product.write('erasure', 'ana', { type: 'ErasureRequested', schema: 1, data });
  await product.get('/u/ana_l').expect(404);
  await request(product.booted.url).get('/').set('host', 'ana-l.pages.localhost:3000').expect(404);
});
