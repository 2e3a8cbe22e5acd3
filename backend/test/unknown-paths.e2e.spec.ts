import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startProduct, type Product } from './product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const get = (path: string, accept = 'text/html') => fetch(`${product.url}${path}`, { headers: { accept } });

it.each([
  '/nothing',
  '/posts/7',
  '/settings/nothing',
  '/index.php',
  '/.well-known/change-password',
  '/wp-admin/',
])('returns 404 with the page of the app at %s', async (path) => {
  const response = await get(path);
  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(await response.text()).toContain('<div id="root">');
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
])('returns 200 at %s', async (path) => {
  expect((await get(path)).status).toBe(200);
});

it.each(['/api/nothing', '/api', '/api/posts/7/nothing'])('returns 404 as JSON at %s', async (path) => {
  const response = await get(path);
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
    404,
    'request.not-found',
  ]);
});

it('returns a description of the product for AI assistants', async () => {
  const response = await get('/llms.txt', '*/*');
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/markdown; charset=utf-8',
  ]);
});
