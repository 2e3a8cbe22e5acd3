import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  static as staticFiles,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { shellPolicy } from './security-headers.ts';

const NOT_PAGES = /^\/(api|media|health|metrics)(\/|$)/;
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** The built web app: hashed assets for ever, and one shell for every address that a browser navigates to. */
export function webApp(folder: string): RequestHandler[] {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) return [notBuilt];
  const html = readFileSync(index, 'utf8');
  const policy = shellPolicy(hashesOf(html));
  const shell = (request: Request, response: Response, next: NextFunction): void => {
    if (!isNavigation(request)) {
      next();
      return;
    }
    response.set({ 'content-security-policy': policy, 'cache-control': 'no-store', vary: 'Cookie' });
    response.type('html').send(html);
  };
  const assets = staticFiles(join(folder, 'assets'), {
    immutable: true,
    maxAge: '1y',
    index: false,
    fallthrough: true,
  });
  const rest = staticFiles(folder, { index: false, redirect: false, maxAge: 0, setHeaders: revalidate });
  const known: RequestHandler = (request, response, next) => {
    if (NOT_PAGES.test(request.path)) next();
    else rest(request, response, next);
  };
  return [
    (request, response, next) => {
      if (!request.path.startsWith('/assets/')) {
        next();
        return;
      }
      response.removeHeader('cache-control');
      request.url = request.url.slice('/assets'.length);
      assets(request, response, () => {
        request.url = `/assets${request.url}`;
        response.set('cache-control', 'no-store');
        next();
      });
    },
    known,
    shell,
  ];
}

/** As Content Security Policy wants it, for each script that is written into the page. */
function hashesOf(html: string): string[] {
  return [...html.matchAll(INLINE_SCRIPT)].map(
    ([, script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`,
  );
}

const revalidate = (response: Response): void => {
  response.set('cache-control', 'no-cache');
};

function isNavigation(request: Request): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  return (
    !NOT_PAGES.test(request.path) && !request.path.startsWith('/assets/') && Boolean(request.accepts('html'))
  );
}

const notBuilt: RequestHandler = (request, response, next) => {
  if (!isNavigation(request)) next();
  else response.status(503).type('text').send('The web app has not been built yet: run "npm run build".');
};
