import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startProduct, type Product } from './product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
}, 60_000);
afterAll(() => product.close());

const get = (path: string, accept = 'text/html') => fetch(`${product.url}${path}`, { headers: { accept } });

it.each([
  '/nothing',
  '/posts/7',
  '/settings/nothing',
  '/index.php',
  '/.well-known/change-password',
  '/wp-admin/',
])('answers 404 with the page of the app at %s', async (path) => {
  const answer = await get(path);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(await answer.text()).toContain('<div id="root">');
});

it.each([
  '/',
  '/login',
  '/privacy',
  '/subscribe',
  '/posts',
  '/inbox/',
  '/settings/accounts',
  '/settings/appearance',
  '/posts/7/history',
])('has a page at %s', async (path) => {
  expect((await get(path)).status).toBe(200);
});

it.each(['/api/nothing', '/api', '/api/posts/7/nothing'])('answers 404 as JSON at %s', async (path) => {
  const answer = await get(path);
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
    404,
    'request.not-found',
  ]);
});

it('describes the product for assistants', async () => {
  const answer = await get('/llms.txt', '*/*');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
});
