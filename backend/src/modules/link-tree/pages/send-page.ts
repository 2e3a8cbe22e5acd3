import type { Request, Response } from 'express';
import { knowsTag } from '#infrastructure/http/knows-tag.ts';
import type { DrawnPage } from './page-cache.ts';

/** Browsers ask each time and are told that nothing has changed; a cache that many share may be a minute behind. */
const CACHE = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600';

/** Answers with a page, or that it is what the browser has already. */
export function sendPage(
  { etag, policy, html, compressed }: DrawnPage,
  request: Request,
  response: Response,
): void {
  response.type('html').set({ etag, 'content-security-policy': policy, 'cache-control': CACHE });
  response.vary('accept-encoding');
  if (knowsTag(request, etag)) response.status(304).end();
  else if (request.acceptsEncodings('br')) response.set('content-encoding', 'br').send(compressed);
  else response.send(html);
}
