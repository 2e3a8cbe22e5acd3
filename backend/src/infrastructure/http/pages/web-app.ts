import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  static as staticFiles,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { builtAssets } from './built-assets.ts';
import { BuiltPages, type PagesOptions } from './built-pages.ts';
import type { PageFacts } from './page-facts.ts';
import { WORKER_POLICY } from '../edge/security-headers.ts';

/** `/u/…` are link pages, and `/docs/…` is the API's page, which the server draws. */
const NOT_PAGES = /^\/(api|docs|media|health|metrics|[uU])(\/|$)/;
/** The shell is never served under its own name. `BuiltPages` sends it with its placeholders filled. */
const SHELL = 'index.html';
/** The service worker, which shows our offline page when there is no connection. */
const WORKER = 'sw.js';

/**
 * Serves the built web app: hashed assets with an unlimited cache, and a page for every path that a browser navigates to. `facts` is called with
 * the first page.
 */
export function webApp(folder: string, facts: () => PageFacts, options: PagesOptions): RequestHandler[] {
  if (!existsSync(join(folder, SHELL))) return [notBuilt];
  const pages = new BuiltPages(folder, options);
  const page = (request: Request, response: Response, next: NextFunction): void => {
    if (!isNavigation(request)) {
      next();
      return;
    }
    const send = async () => {
      response.set({ 'cache-control': 'no-store', vary: 'Cookie' });
      const elsewhere = await facts().leadsTo(request);
      if (elsewhere !== null) {
        response.redirect(303, elsewhere);
        return;
      }
      const { status, html, headers } = await pages.pageFor(request, facts());
      facts().keep(request, response);
      response.set(headers).status(status).type('html').send(html);
    };
    send().catch(next);
  };
  const assets = builtAssets(join(folder, 'assets'));
  // An allow list of names, because a list of forbidden names fails: a folder can be spelled in many ways.
  const rootFileNames = new Set(readdirSync(folder).filter((name) => name.includes('.') && name !== SHELL));
  const sendRootFile = staticFiles(folder, {
    index: false,
    redirect: false,
    maxAge: 0,
    setHeaders: revalidate,
  });
  const rootFiles: RequestHandler = (request, response, next) => {
    if (rootFileNames.has(request.path.slice(1))) sendRootFile(request, response, next);
    else next();
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
    rootFiles,
    page,
  ];
}

const revalidate = (response: Response, file: string): void => {
  response.set('cache-control', 'no-cache');
  // Browsers apply to a service worker the policy in the response with its file.
  if (basename(file) === WORKER) response.set('content-security-policy', WORKER_POLICY);
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
