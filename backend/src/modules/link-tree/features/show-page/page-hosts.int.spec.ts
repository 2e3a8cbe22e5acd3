import type { ErrorReply } from '@posthorn/contracts/shared/call';
import type { LinkPageView } from '@posthorn/contracts/link-tree/link-page.http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import request from 'supertest';
import { LinkTreeProduct, picture } from '../../../../../test/whole-product/testing/link-tree-product.ts';

const HOST = 'ana-lima.pages.localhost:3000';
const ADDRESS = `http://${HOST}`;
let product: LinkTreeProduct;
beforeAll(async () => {
  product = await LinkTreeProduct.start({ PAGES_DOMAIN: 'pages.localhost' });
  await product.person('ana', { handle: 'ana_lima', names: ['Ana', 'Lima'] });
  await product.person('ben', { handle: '_ben', names: ['Ben', 'Roe'] });
}, 120_000);
afterAll(() => product.close());

const at = (host: string, path = '/', method: 'get' | 'post' | 'head' | 'put' = 'get') =>
  request(product.booted.url)[method](path).set('host', host);
const code = ({ body }: { body: unknown }) => (body as ErrorReply).code;

it("shows a page on its own host and on the app's host, with one canonical URL", async () => {
  const there = await at(HOST).expect(200).expect('content-type', /html/u);
  const atApp = await product.get('/u/ana_lima').expect(200);
  expect(there.text).toBe(atApp.text);
  expect(there.headers['etag']).toBe(atApp.headers['etag']);
  for (const tag of [
    `rel="canonical" href="${ADDRESS}"`,
    `property="og:url" content="${ADDRESS}"`,
    `"url":"${ADDRESS}"`,
  ])
    expect(there.text).toContain(tag);
  await at(HOST).set('if-none-match', String(there.headers['etag'])).expect(304);
  expect((await at(HOST, '/', 'head').expect(200)).text).toBeUndefined();
  expect((await at('ANA-LIMA.PAGES.LOCALHOST:3000', '/?x=1').expect(200)).text).toBe(there.text);
});

it('neither reads nor sets a cookie on the host of a page', async () => {
  const plain = await at(HOST).expect(200);
  const sent = await at(HOST).set('cookie', '__Host-session=abcdefghijklmnopqrstuvwxyz').expect(200);
  expect(sent.text).toBe(plain.text);
  for (const { headers } of [plain, sent]) expect(headers['set-cookie']).toBeUndefined();
});

it.each([
  ['get', '/api/auth/user'],
  ['get', '/api/linktree/user/ana_lima'],
  ['get', '/login'],
  ['get', '/settings'],
  ['get', '/healthz'],
  ['get', '/health/live'],
  ['get', '/metrics'],
  ['get', '/u/ana_lima'],
  ['get', '/u/_ben'],
  ['get', '/sitemap.xml'],
  ['post', '/api/login'],
  ['put', '/'],
] as const)('returns 404 for %s %s on the host of a page', async (method, path) => {
  const refused = await at(HOST, path, method)
    .set('x-test-user', 'ana')
    .set('accept', 'text/html')
    .expect(404);
  expect(code(refused)).toBe('request.not-found');
});

it.each([
  'pages.localhost:3000',
  'a.b.pages.localhost:3000',
  'xn--80ak6aa92e.pages.localhost:3000',
  '-ben.pages.localhost:3000',
])('returns 404 on the host %s, with neither a page nor the app', async (host) => {
  for (const path of ['/', '/login', '/api/auth/user', '/health/live'])
    expect(code(await at(host, path).set('x-test-user', 'ana').expect(404))).toBe('request.not-found');
});

it('returns 404 for a label that no user has', async () => {
  const { text } = await at('nobody-here.pages.localhost:3000').expect(404).expect('content-type', /html/u);
  expect(text).toContain('noindex');
  expect(text).toContain('href="http://localhost:3000/login"');
});

it("gives a page a URL on the app's host if its handle cannot be a label", async () => {
  expect((await product.get('/u/_ben').expect(200)).text).toContain(
    'rel="canonical" href="http://localhost:3000/u/_ben"',
  );
  expect((await product.as('ben').page().expect(200)).body as LinkPageView).toMatchObject({
    address: 'http://localhost:3000/u/_ben',
  });
});

it('gives the URL of the page to its owner and to search engines', async () => {
  expect((await product.as('ana').page().expect(200)).body as LinkPageView).toMatchObject({
    address: ADDRESS,
  });
  await product.booted.catchUp();
  const { text } = await product.get('/sitemap/pages-1.xml').expect(200);
  expect(text.match(/<loc>[^<]*<\/loc>/gu)).toEqual([
    `<loc>${ADDRESS}</loc>`,
    '<loc>http://localhost:3000/u/_ben</loc>',
  ]);
});

it('serves the files that the page shows, sandboxed as on other hosts', async () => {
  await product.published('ana', {
    postId: 1,
    content: 'Fresh',
    media: [picture('e'.repeat(22))],
    publishedOn: [{ accountId: 1, platform: 'bluesky' }],
  });
  expect((await at(HOST).expect(200)).text).toContain(`src="/media/${'e'.repeat(22)}-thumb.webp"`);
  const { headers } = await at(HOST, `/media/${'e'.repeat(22)}.jpg`).expect(404);
  expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'");
});

it('refuses unknown hosts', async () => {
  await at('ana.pages.example').expect(421);
  await at('ana.pages.localhost.evil.example').expect(421);
});
