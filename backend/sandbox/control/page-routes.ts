import { createHash } from 'node:crypto';
import type { Exchange } from '../http/exchange.ts';
import { escapeHtml, markup } from '../http/html.ts';
import type { Route } from '../http/router.ts';
import type { World } from '../world.ts';
import { sendOverview } from './overview-page.ts';
import { sendPage } from './page-style.ts';
import { postCard } from './post-card.ts';

/** The types of files that a browser shows. It downloads files of all other types. */
const SHOWN_TYPES = /^(image\/(jpeg|png|gif|webp|avif|heic|heif)|video\/(mp4|webm|quicktime))$/;

const SAFE_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** The pages for people: the overview, received files and drawn avatars. */
export const pageRoutes = (world: World): readonly Route[] => [
  {
    method: 'GET',
    pattern: '/',
    run: (exchange) => {
      sendOverview(exchange, world);
    },
  },
  {
    method: 'GET',
    pattern: '/media/:sha256',
    run: (exchange, { sha256 = '' }) => {
      sendMedia(exchange, world, sha256);
    },
  },
  {
    method: 'GET',
    pattern: '/favicon.ico',
    run: (exchange) => {
      exchange.send(200, avatar('Sandbox'), 'image/svg+xml', SAFE_HEADERS);
    },
  },
];

/** Sends the page of one post, at the URL that the platform returned for the post. */
export function sendPost(exchange: Exchange, world: World): void {
  const path = exchange.url.pathname;
  const post = world.platforms
    .map((platform) => platform.postAt(safeDecode(path)))
    .find((found) => found !== null);
  if (post) {
    const back = markup`<p><a href="/?platform=${post.platform}">All posts on ${post.platform}</a></p>`;
    sendPage(exchange, 200, `Post of ${post.account}`, markup`${back}${postCard(post, world)}`);
  } else {
    const words = markup`<p class="card">There is no such page in the sandbox. <a href="/">All posts</a></p>`;
    sendPage(exchange, 404, 'Not found', words);
  }
}

function safeDecode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function sendMedia(exchange: Exchange, { blobs }: World, sha256: string): void {
  const file = /^[0-9a-f]{64}$/.test(sha256) ? blobs.read(sha256) : null;
  if (!file) {
    exchange.reply(404, { message: 'There is no such file in the sandbox.' });
    return;
  }
  const type = exchange.query.get('type') ?? '';
  exchange.response.writeHead(200, {
    'Content-Type': SHOWN_TYPES.test(type) ? type : 'application/octet-stream',
    'Content-Length': file.bytes,
    ...SAFE_HEADERS,
  });
  if (exchange.method === 'HEAD') exchange.response.end();
  else file.stream().pipe(exchange.response);
}

function avatar(name: string): string {
  const hue = createHash('sha256').update(name).digest().readUInt16BE() % 360;
  const letter = escapeHtml(Array.from(name)[0]?.toUpperCase() ?? '?');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="hsl(${String(hue)} 55% 35%)"/><text x="32" y="43" font-family="sans-serif" font-size="32" fill="#fff" text-anchor="middle">${letter}</text></svg>`;
}
