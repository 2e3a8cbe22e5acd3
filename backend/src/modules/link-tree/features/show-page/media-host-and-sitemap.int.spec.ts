import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { PERSONS_VIEW } from '../../read-models/pages/page.projection.ts';
import { LinkTreeProduct, picture } from '../../../../../test/whole-product/testing/link-tree-product.ts';

let product: LinkTreeProduct;
beforeAll(async () => {
  product = await LinkTreeProduct.start({ MEDIA_URL: 'https://files.example' });
  await product.person('ana', { handle: 'ana', names: ['Ana', 'Lima'] });
}, 120_000);
afterAll(() => product.close());

it('shows pictures from the media host, and lets the browser load them', async () => {
  const media = [picture('e'.repeat(22))];
  await product.published('ana', {
    postId: 1,
    content: 'Fresh',
    media,
    publishedOn: [{ accountId: 1, platform: 'bluesky' }],
  });
  const { text, headers } = await product.get('/u/ana').expect(200);
  expect(text).toContain(`src="https://files.example/media/${'e'.repeat(22)}-thumb.webp"`);
  expect(text).toContain(`og:image" content="http://localhost:3000/u/ana/card.jpg"`);
  expect(text).not.toContain('"/media/');
  const policy = String(headers['content-security-policy']).split('; ');
  expect(policy).toContain("img-src 'self' https://files.example");
  expect(policy).toContain("media-src 'self' https://files.example");
});

it('lists only pages whose owners allow it in the sitemap', async () => {
  await product.person('ben', { handle: 'ben' });
  await product.person('cleo', { handle: 'cleo' });
  await product.person('dora', { names: ['No', 'Handle'] });
  await product.as('ben').changePage({ listed: false }).expect(204);
  await product.booted.catchUp();
  expect((await product.get('/sitemap.xml').expect(200)).text).toContain('/sitemap/pages-1.xml</loc>');
  const { text } = await product.get('/sitemap/pages-1.xml').expect(200);
  expect(text.match(/<loc>[^<]*<\/loc>/gu)).toEqual([
    '<loc>http://localhost:3000/u/ana</loc>',
    '<loc>http://localhost:3000/u/cleo</loc>',
  ]);
});

it('lists each of many pages once in the sitemap, with 10,000 pages per file', async () => {
  await product.booted.app.get(Pool).query(
    `insert into ${PERSONS_VIEW} (user_id, handle, premium_causes, page, version)
     select 'many-' || lpad(n::text, 6, '0'), 'many' || n, '[]', '{"listed":true}', '' from generate_series(1, 20001) n`,
  );
  const files = [];
  // Request the last file first, because no file may depend on earlier requests.
  for (const number of [3, 1, 2])
    files.push((await product.get(`/sitemap/pages-${String(number)}.xml`).expect(200)).text);
  const places = files.map((text) => text.match(/<loc>[^<]*<\/loc>/gu) ?? []);
  expect(places.map(({ length }) => length)).toEqual([3, 10_000, 10_000]);
  expect(new Set(places.flat()).size).toBe(20_003);
  await product.get('/sitemap/pages-4.xml').expect(404);
});
