import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import type { RequestHandler, Response } from 'express';
import { markup } from './markup.ts';
import { RequestRefused } from '../errors/request-refused.ts';
import { sendLines } from '../edge/send-lines.ts';
import type { Sitemap, SitemapPages } from './sitemap.ts';

/** The maximum number of URLs in one file. The protocol allows 50,000 and 50 MB (sitemaps.org/protocol.html). */
const ADDRESSES_PER_FILE = 10_000;
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const FILE = /^\/sitemap\/([a-z-]+)-([1-9]\d{0,5})\.xml$/u;

/** Serves the index `/sitemap.xml` and the files that the index lists. */
export function sitemapFiles(publicUrl: string, sitemap: Sitemap): RequestHandler {
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') next();
    else if (request.path === '/sitemap.xml') send(response, index(publicUrl, sitemap)).catch(next);
    else {
      const [, name = '', number = ''] = FILE.exec(request.path) ?? [];
      const pages = sitemap.kind(name);
      if (pages) sendFile(response, pages, (Number(number) - 1) * ADDRESSES_PER_FILE).catch(next);
      else if (request.path.startsWith('/sitemap/')) next(new NoSuchFile());
      else next();
    }
  };
}

class NoSuchFile extends RequestRefused {
  constructor() {
    super('request.not-found', SERVER_TEXT.notFound);
  }
}

async function sendFile(response: Response, pages: SitemapPages, from: number): Promise<void> {
  const addresses = pages.addresses(from, ADDRESSES_PER_FILE)[Symbol.asyncIterator]();
  const first = await addresses.next();
  if (first.done) throw new NoSuchFile();
  await send(response, urls(first.value, { [Symbol.asyncIterator]: () => addresses }));
}

async function* index(publicUrl: string, sitemap: Sitemap): AsyncGenerator<string> {
  yield `${HEAD}<sitemapindex xmlns="${NAMESPACE}">\n`;
  for (const pages of sitemap.kinds) {
    const files = Math.ceil((await pages.count()) / ADDRESSES_PER_FILE);
    for (let file = 1; file <= files; file++)
      yield entry('sitemap', `${publicUrl}/sitemap/${pages.name}-${String(file)}.xml`);
  }
  yield '</sitemapindex>\n';
}

async function* urls(first: string, others: AsyncIterable<string>): AsyncGenerator<string> {
  yield `${HEAD}<urlset xmlns="${NAMESPACE}">\n`;
  yield entry('url', first);
  for await (const address of others) yield entry('url', address);
  yield '</urlset>\n';
}

const entry = (kind: 'sitemap' | 'url', address: string): string =>
  `<${kind}><loc>${markup`${address}`.html}</loc></${kind}>\n`;

/** A failure before the first byte becomes an error response. A later failure closes the connection, so that no client accepts half a file. */
async function send(response: Response, lines: AsyncGenerator<string>): Promise<void> {
  const first = await lines.next();
  response.set({ 'cache-control': 'public, max-age=3600', 'content-type': 'application/xml; charset=utf-8' });
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  response.write(first.value);
  await sendLines(lines, response);
}
