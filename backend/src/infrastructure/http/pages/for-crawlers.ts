import { API_REFERENCE_PATH, MCP_PATH, openApiDocument } from '@posthorn/contracts/external/external.http';
import { BRAND } from '@posthorn/contracts/shared/brand';
import type { RequestHandler } from 'express';
import type { SitemapPages } from './sitemap.ts';

/** Paths that search engines may list. All others belong to a user or do not exist. */
export const FOUND_PAGES: readonly string[] = [
  ...['/', '/login', '/subscribe', '/privacy', '/terms'],
  API_REFERENCE_PATH,
];

/** The product's own pages, for the sitemap. */
export const productPages = (publicUrl: string): SitemapPages => ({
  name: 'product',
  count: () => Promise.resolve(FOUND_PAGES.length),
  // eslint-disable-next-line @typescript-eslint/require-await -- a stream like those that are read from a database
  async *addresses(from, most) {
    for (const path of FOUND_PAGES.slice(from, from + most)) yield publicUrl + path;
  },
});

/** `/robots.txt` (RFC 9309): what search engines may read, and where the sitemap is. `/llms.txt` (llmstxt.org): the same for assistants. */
export const filesForCrawlers = (publicUrl: string): RequestHandler[] => [
  textFile('/robots.txt', 'text/plain', robots(publicUrl)),
  textFile('/llms.txt', 'text/markdown', forAssistants(publicUrl)),
];

function textFile(path: string, type: string, text: string): RequestHandler {
  return (request, response, next) => {
    if (request.path !== path || (request.method !== 'GET' && request.method !== 'HEAD')) next();
    else response.set('cache-control', 'public, max-age=3600').type(type).send(text);
  };
}

function forAssistants(publicUrl: string): string {
  const link = (name: string, path: string, says: string) => `- [${name}](${publicUrl}${path}): ${says}`;
  return `# ${BRAND.name}

> ${BRAND.name} publishes a post on many social networks at its time. People write it once, in the browser or by the API.

## API

${link('Reference', API_REFERENCE_PATH, 'every call, with examples and error codes')}
${link('OpenAPI 3.1', openApiDocument.path, 'the same for programs')}
${link('MCP', MCP_PATH, 'tools for assistants, opened by an API token (POST only)')}

## Pages

${link('Start', '/', 'what the product does, and its plans')}
${link('Terms', '/terms', 'terms of use')}
${link('Privacy', '/privacy', 'which data are kept, and for how long')}
`;
}

function robots(publicUrl: string): string {
  const lines = [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /media/',
    `Sitemap: ${publicUrl}/sitemap.xml`,
  ];
  return `${lines.join('\n')}\n`;
}

/** The head of a page: its canonical URL where search engines may list the page, otherwise `noindex`. */
export const headForCrawlers = (path: string, publicUrl: string): string =>
  FOUND_PAGES.includes(path)
    ? `<link rel="canonical" href="${publicUrl}${path}"><meta property="og:url" content="${publicUrl}${path}">`
    : '<meta name="robots" content="noindex">';
