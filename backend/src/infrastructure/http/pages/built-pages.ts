import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Request } from 'express';
import { headForCrawlers } from './for-crawlers.ts';
import type { PageFacts } from './page-facts.ts';
import {
  paymentHeaders,
  plainPagePolicy,
  shellPolicy,
  type PaymentOrigins,
} from '../edge/security-headers.ts';

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g;
/** `<!--name-->`: a placeholder that the server replaces. */
const PLACEHOLDER = /<!--([a-z-]+)-->/g;
/** Requests that the page starts early, for signed-in users. */
const EARLY_REQUESTS = /<!--signed-in ([\s\S]*?)-->/g;

/** The one page with the payment form. */
const SUBSCRIBE = '/subscribe';
/** The pages that visitors get at a path where signed-in users get the app. These pages have no other path. */
const FOR_VISITORS: Readonly<Record<string, string>> = { '/': 'landing', [SUBSCRIBE]: 'plans' };

/** A page with its own headers. */
type Page = Readonly<{ html: string; headers: Readonly<Record<string, string>> }>;
type Answer = Page & Readonly<{ status: 200 | 404 }>;

/**
 * `payment`: the origins of the payment form; null: this server has no payments. `media`: image and video sources in addition to our own
 * host.
 */
export type PagesOptions = Readonly<{
  publicUrl: string;
  payment: PaymentOrigins | null;
  media: string | null;
}>;

/**
 * The HTML that the build created. Some paths have a separate page (`pages/settings.html` for `/settings`); all others get the shell of
 * the app.
 */
export class BuiltPages {
  readonly #shell: Page;
  readonly #pages: ReadonlyMap<string, Page>;
  readonly #parts: Readonly<Record<string, string>>;
  /** Whether the app has a screen at a path. */
  readonly #isScreen: (path: string) => boolean;
  readonly #publicUrl: string;

  constructor(folder: string, { publicUrl, payment, media }: PagesOptions) {
    this.#publicUrl = publicUrl;
    this.#shell = readPage(join(folder, 'index.html'), { payment: null, media });
    const pages = join(folder, 'pages');
    const names = existsSync(pages) ? readdirSync(pages) : [];
    this.#pages = new Map(
      names
        .filter((name) => name.endsWith('.html'))
        .map((name) => {
          const address = addressOf(basename(name, '.html'));
          return [
            address,
            readPage(join(pages, name), { payment: address === SUBSCRIBE ? payment : null, media }),
          ];
        }),
    );
    const parts = join(pages, 'parts.json');
    this.#parts = existsSync(parts)
      ? (JSON.parse(readFileSync(parts, 'utf8')) as Record<string, string>)
      : {};
    this.#isScreen = screensIn(join(pages, 'addresses.json'));
  }

  /** A query string on `/subscribe`, such as the result of a payment, is for the app. The landing page ignores query strings. */
  #pageAt({ path, query }: Request, mayBeSignedIn: boolean): Page {
    const isForApp = mayBeSignedIn || (path === SUBSCRIBE && Object.keys(query).length > 0);
    const pagePath = isForApp ? path : (FOR_VISITORS[path] ?? path);
    return this.#pages.get(pagePath) ?? this.#pages.get(path) ?? this.#shell;
  }

  /** Returns the page at the path of the request. Without a page or screen, this is the shell with status 404. */
  async pageFor(request: Request, facts: PageFacts): Promise<Answer> {
    const mayBeSignedIn = facts.mayBeSignedIn(request);
    const { html, headers } = this.#pageAt(request, mayBeSignedIn);
    const filled: Readonly<Record<string, string>> = {
      ...(await facts.fill(request, this.#parts)),
      crawlers: headForCrawlers(request.path, this.#publicUrl),
      // With this tag, the app need not request the signed-in user. Browsers would log the 401 as an error.
      visitor: mayBeSignedIn ? '' : '<meta name="visitor" content="true">',
    };
    // A query string selects another list or dialog, which does not need the early requests.
    const sendsEarlyRequests = Object.keys(request.query).length === 0 && mayBeSignedIn;
    return {
      status: this.#pages.has(request.path) || this.#isScreen(request.path) ? 200 : 404,
      headers,
      html: html
        .replaceAll(EARLY_REQUESTS, (_, earlyRequests: string) => (sendsEarlyRequests ? earlyRequests : ''))
        .replaceAll(PLACEHOLDER, (_, name: string) => filled[name] ?? ''),
    };
  }
}

/** Reads patterns such as `/posts/$postId/history`. A build without such a file has a screen at every path. */
function screensIn(file: string): (path: string) => boolean {
  if (!existsSync(file)) return () => true;
  const patterns = (JSON.parse(readFileSync(file, 'utf8')) as readonly string[]).map(segmentsOf);
  return (path) => {
    const segments = segmentsOf(path);
    return patterns.some(
      (pattern) =>
        pattern.length === segments.length &&
        pattern.every((each, index) => each.startsWith('$') || each === segments[index]),
    );
  };
}

/** The app's router ignores the case of letters, and a slash at the end. */
const segmentsOf = (path: string): readonly string[] =>
  path
    .toLowerCase()
    .split('/')
    .filter((segment) => segment !== '');

function addressOf(name: string): string {
  if (Object.values(FOR_VISITORS).includes(name)) return name;
  return name === 'index' ? '/' : `/${name}`;
}

function readPage(file: string, { payment, media }: Pick<PagesOptions, 'payment' | 'media'>): Page {
  const html = readFileSync(file, 'utf8');
  const scripts = hashes(html, INLINE_SCRIPT);
  const isApp = html.includes('<script type="module"');
  return {
    html,
    headers: {
      'content-security-policy': isApp
        ? shellPolicy(scripts, payment, media)
        : plainPagePolicy(scripts, hashes(html, INLINE_STYLE), html.includes('<form')),
      ...(payment && paymentHeaders(payment)),
    },
  };
}

/** The hashes for Content Security Policy, one for each inline script or style of the page. */
const hashes = (html: string, element: RegExp): string[] =>
  [...html.matchAll(element)].map(
    ([, text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`,
  );
