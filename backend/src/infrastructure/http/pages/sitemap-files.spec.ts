import { expect, it } from '@jest/globals';
import express, { type NextFunction, type Request, type Response } from 'express';
import request from 'supertest';
import type { RequestRefused } from '../errors/request-refused.ts';
import { sitemapFiles } from './sitemap-files.ts';
import { Sitemap, type SitemapPages } from './sitemap.ts';

const site = 'https://posts.example';

/** `count` pages. `read` counts the URLs that the sitemap has read. */
function pages(name: string, count: number): SitemapPages & { read: number } {
  const kind = {
    name,
    read: 0,
    count: () => Promise.resolve(count),
    // eslint-disable-next-line @typescript-eslint/require-await -- stands for a stream of rows
    async *addresses(from: number, most: number) {
      for (let at = from; at < Math.min(count, from + most); at++) {
        kind.read++;
        yield `${site}/u/${String(at)}?a=1&b=<2>`;
      }
    },
  };
  return kind;
}
function appWith(...kinds: SitemapPages[]) {
  const sitemap = new Sitemap();
  for (const kind of kinds) sitemap.add(kind);
  return express()
    .use(sitemapFiles(site, sitemap))
    .use((error: RequestRefused, _request: Request, response: Response, next: NextFunction) => {
      if (response.headersSent) next(error);
      else response.status(error.getStatus()).json({ code: error.code });
    });
}
const urlsIn = (text: string) => [...text.matchAll(/<loc>(.*?)<\/loc>/gu)].map(([, at = '']) => at);

it('lists one file for every 10,000 pages of each kind, and none for a kind without pages', async () => {
  const app = appWith(pages('product', 5), pages('links', 20_001), pages('empty', 0));
  const { text, headers } = await request(app).get('/sitemap.xml').expect(200);
  expect(headers).toMatchObject({
    'content-type': 'application/xml; charset=utf-8',
    'cache-control': 'public, max-age=3600',
  });
  expect(text).toContain('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">');
  expect(urlsIn(text)).toEqual(
    ['product-1', 'links-1', 'links-2', 'links-3'].map((file) => `${site}/sitemap/${file}.xml`),
  );
});

it('lists 10,000 pages in a file and the rest in the last one, each page once', async () => {
  const app = appWith(pages('links', 20_001));
  const files = await Promise.all(
    [1, 2, 3].map(async (file) => (await request(app).get(`/sitemap/links-${String(file)}.xml`)).text),
  );
  expect(files.map((text) => urlsIn(text).length)).toEqual([10_000, 10_000, 1]);
  expect(new Set(files.flatMap(urlsIn)).size).toBe(20_001);
  expect(files[2]?.trim().endsWith('</urlset>')).toBe(true);
});

it('escapes URLs, so that a URL cannot end its element', async () => {
  const { text } = await request(appWith(pages('links', 1)))
    .get('/sitemap/links-1.xml')
    .expect(200);
  expect(urlsIn(text)).toEqual([`${site}/u/0?a=1&amp;b=&lt;2&gt;`]);
});

it.each(['/sitemap/links-2.xml', '/sitemap/links-0.xml', '/sitemap/other-1.xml', '/sitemap/links-1'])(
  'returns 404 for %s',
  async (path) => {
    const response = await request(appWith(pages('links', 1)))
      .get(path)
      .expect(404);
    expect(response.body).toEqual({ code: 'request.not-found' });
  },
);

it('reads at most one page for a HEAD request', async () => {
  const links = pages('links', 20_000);
  const { headers } = await request(appWith(links)).head('/sitemap/links-1.xml').expect(200);
  expect(headers['content-type']).toBe('application/xml; charset=utf-8');
  expect(links.read).toBeLessThanOrEqual(1);
});

it('breaks the connection when a file fails in the middle, so that no client takes it for complete', async () => {
  const broken = pages('links', 3);
  const app = appWith({
    ...broken,
    async *addresses(from, most) {
      yield* broken.addresses(from, most);
      throw new Error('the database does not respond');
    },
  });
  await expect(request(app).get('/sitemap/links-1.xml')).rejects.toThrow('aborted');
});

it('refuses a second kind with the same name', () => {
  const sitemap = new Sitemap();
  sitemap.add(pages('links', 1));
  expect(() => {
    sitemap.add(pages('links', 2));
  }).toThrow('pages named links are registered twice');
});
