import { once } from 'node:events';
import { createHash } from 'node:crypto';
import type { Exchange } from '../http/exchange.ts';
import { escapeHtml } from '../http/html.ts';
import type { CallCounts } from '../state/call-counts.ts';
import { drawnPortrait, PAGES_HOST } from './portraits.ts';

const drawn = new Map<string, Promise<Buffer>>();

/** A PNG picture of 1200 × 630 pixels. Its name determines its colours. */
function drawnPicture(name: string): Promise<Buffer> {
  const known = drawn.get(name);
  if (known) return known;
  const hue = createHash('sha256').update(name).digest().readUInt16BE() % 360;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><rect width="1200" height="630" fill="hsl(${String(hue)},60%,70%)"/><circle cx="900" cy="420" r="320" fill="hsl(${String((hue + 40) % 360)},65%,55%)"/><circle cx="260" cy="180" r="140" fill="hsl(${String((hue + 80) % 360)},70%,80%)"/></svg>`;
  const picture = import('sharp').then(({ default: sharp }) => sharp(Buffer.from(svg)).png().toBuffer());
  drawn.set(name, picture);
  return picture;
}

type Meta = Readonly<Record<string, string>>;

/** The metadata in the head of each page. */
const PAGES: Readonly<Record<string, Readonly<{ title?: string; meta?: Meta }>>> = {
  '/bakery': {
    title: 'The bakery',
    meta: {
      'og:title': 'Ana’s Bakery & Café',
      'og:description': 'Fresh bread every morning. Sourdough, rye and the best cinnamon rolls in town.',
      'og:image': `https://${PAGES_HOST}/pictures/bakery.png`,
    },
  },
  '/plain': { title: 'A page with a title alone' },
  '/untitled': {},
};

/**
 * A web site that is not part of the product. `/moved` redirects to the bakery and `/inside` to this machine.
 * `/silent` closes the connection without a response; `/endless` sends far too many bytes.
 */
export class WebPages {
  readonly #calls: CallCounts;

  constructor(calls: CallCounts) {
    this.#calls = calls;
  }

  serves(host: string): boolean {
    return host === PAGES_HOST;
  }

  async answer(exchange: Exchange): Promise<void> {
    const path = exchange.url.pathname;
    this.#calls.count('pages', `${exchange.method} ${path}`);
    const page = PAGES[path];
    const [, picture] = /^\/pictures\/([a-z]+)\.png$/.exec(path) ?? [];
    if (page) exchange.send(200, documentOf(page), 'text/html; charset=utf-8');
    else if (picture !== undefined) exchange.send(200, await drawnPicture(picture), 'image/png');
    else if (path.startsWith('/portraits/')) exchange.send(200, await drawnPortrait(path), 'image/png');
    else if (path === '/moved') redirectTo(exchange, '/bakery');
    else if (path === '/inside') redirectTo(exchange, 'http://127.0.0.1/');
    else if (path === '/silent') exchange.drop();
    else if (path === '/endless') await flood(exchange);
    else exchange.send(404, documentOf({ title: 'Not found' }), 'text/html; charset=utf-8');
  }
}

const FLOOD_CHUNKS = 80;

/** Sends far more bytes than any client accepts as one file. */
async function flood({ response }: Exchange): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'image/png' });
  const chunk = Buffer.alloc(1_048_576);
  for (let sent = 0; sent < FLOOD_CHUNKS && !response.destroyed; sent++)
    if (!response.write(chunk)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
  response.end();
}

function redirectTo(exchange: Exchange, location: string): void {
  exchange.response.writeHead(302, { Location: location, 'Content-Length': 0 }).end();
}

function documentOf({ title, meta = {} }: Readonly<{ title?: string; meta?: Meta }>): string {
  const tags = Object.entries(meta).map(
    ([name, content]) => `<meta property="${escapeHtml(name)}" content="${escapeHtml(content)}">`,
  );
  const head = [...(title === undefined ? [] : [`<title>${escapeHtml(title)}</title>`]), ...tags];
  return `<!doctype html><html lang="en"><head>${head.join('')}</head><body><p>A page of the sandbox.</p></body></html>`;
}
