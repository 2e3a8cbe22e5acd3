import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Request } from 'express';
import type { PageFacts } from './page-facts.ts';
import { plainPagePolicy, shellPolicy } from './security-headers.ts';

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g;
/** `<!--name-->`: the server knows what comes here. */
const PLACE = /<!--([a-z-]+)-->/g;
/** What is asked for ahead, for those who are signed in. */
const AHEAD = /<!--signed-in ([\s\S]*?)-->/g;

type Page = Readonly<{ html: string; policy: string }>;
export type PageReply = Readonly<{ html: string; policy: string }>;

/** The HTML that the build has made: one page for some addresses (`pages/settings.html` for `/settings`), the shell of the app for all others. */
export class BuiltPages {
  readonly #shell: Page;
  readonly #pages: ReadonlyMap<string, Page>;
  readonly #parts: Readonly<Record<string, string>>;

  constructor(folder: string) {
    this.#shell = read(join(folder, 'index.html'));
    const pages = join(folder, 'pages');
    const names = existsSync(pages) ? readdirSync(pages) : [];
    this.#pages = new Map(
      names
        .filter((name) => name.endsWith('.html'))
        .map((name) => [addressOf(basename(name, '.html')), read(join(pages, name))]),
    );
    const parts = join(pages, 'parts.json');
    this.#parts = existsSync(parts)
      ? (JSON.parse(readFileSync(parts, 'utf8')) as Record<string, string>)
      : {};
  }

  for(request: Request, facts: PageFacts): PageReply {
    const { html, policy } = this.#pages.get(request.path) ?? this.#shell;
    const filled = facts.fill(request, this.#parts);
    // With a query it is another list, or another dialog.
    const isPlain = Object.keys(request.query).length === 0 && facts.mayBeSignedIn(request);
    return {
      policy,
      html: html
        .replaceAll(AHEAD, (_, ahead: string) => (isPlain ? ahead : ''))
        .replaceAll(PLACE, (_, name: string) => filled[name] ?? ''),
    };
  }
}

const addressOf = (name: string): string => (name === 'index' ? '/' : `/${name}`);

function read(file: string): Page {
  const html = readFileSync(file, 'utf8');
  const scripts = hashes(html, INLINE_SCRIPT);
  const isApp = html.includes('<script type="module"');
  return {
    html,
    policy: isApp ? shellPolicy(scripts) : plainPagePolicy(scripts, hashes(html, INLINE_STYLE)),
  };
}

/** As Content Security Policy wants it, for each script or style that is written into the page. */
const hashes = (html: string, element: RegExp): string[] =>
  [...html.matchAll(element)].map(
    ([, text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`,
  );
