import type { RequestHandler } from 'express';

/** Addresses that anybody may find; all others are of somebody, or nothing. */
export const FOUND_PAGES: readonly string[] = ['/', '/login', '/subscribe', '/privacy', '/terms'];

/** `/robots.txt` (RFC 9309) and `/sitemap.xml` (sitemaps.org/protocol.html): what search engines may look at, and where it is. */
export function forCrawlers(publicUrl: string): RequestHandler {
  const robots = [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /media/',
    `Sitemap: ${publicUrl}/sitemap.xml`,
  ];
  const pages = FOUND_PAGES.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`);
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${pages.join('')}</urlset>
`;
  const files: Readonly<Record<string, Readonly<{ type: string; text: string }>>> = {
    '/robots.txt': { type: 'text/plain', text: `${robots.join('\n')}\n` },
    '/sitemap.xml': { type: 'application/xml', text: sitemap },
  };
  return (request, response, next) => {
    const file = files[request.path];
    if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) next();
    else response.set('cache-control', 'public, max-age=3600').type(file.type).send(file.text);
  };
}

/** The head of a page: its one address where it may be found, else that it may not. */
export const headForCrawlers = (path: string, publicUrl: string): string =>
  FOUND_PAGES.includes(path)
    ? `<link rel="canonical" href="${publicUrl}${path}"><meta property="og:url" content="${publicUrl}${path}">`
    : '<meta name="robots" content="noindex">';
