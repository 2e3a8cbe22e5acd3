import { API_REFERENCE_PATH } from '@posthorn/contracts/external/external.http';
import type { RequestHandler } from 'express';
import type { SitemapPages } from './sitemap.ts';

/** Addresses that search engines may list. All others belong to a user or do not exist. */
export const FOUND_PAGES: readonly string[] = [
  ...['/', '/login', '/subscribe', '/privacy', '/terms'],
  API_REFERENCE_PATH,
];

/** The product's own pages, as the sitemap lists them. */
export const productPages = (publicUrl: string): SitemapPages => ({
  name: 'product',
  count: () => Promise.resolve(FOUND_PAGES.length),
  // eslint-disable-next-line @typescript-eslint/require-await -- a stream like those that are read from a database
  async *addresses(from, most) {
    for (const path of FOUND_PAGES.slice(from, from + most)) yield publicUrl + path;
  },
});

/** `/robots.txt` (RFC 9309): what search engines may read, and where the sitemap is. */
export function robotsFile(publicUrl: string): RequestHandler {
  const lines = [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /media/',
    `Sitemap: ${publicUrl}/sitemap.xml`,
  ];
  const text = `${lines.join('\n')}\n`;
  return (request, response, next) => {
    if (request.path !== '/robots.txt' || (request.method !== 'GET' && request.method !== 'HEAD')) next();
    else response.set('cache-control', 'public, max-age=3600').type('text/plain').send(text);
  };
}

/** The head of a page: its canonical address where search engines may list it, otherwise `noindex`. */
export const headForCrawlers = (path: string, publicUrl: string): string =>
  FOUND_PAGES.includes(path)
    ? `<link rel="canonical" href="${publicUrl}${path}"><meta property="og:url" content="${publicUrl}${path}">`
    : '<meta name="robots" content="noindex">';
