import type { Request, Response } from 'express';
import { Injectable } from '@nestjs/common';
import { knowsTag } from '#infrastructure/http/edge/knows-tag.ts';
import { KnownPages } from '#infrastructure/http/pages/known-pages.ts';
import type { DrawnPage } from './page-cache.ts';
import { PublicPages } from './public-pages.ts';

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

/** Pages that were drawn before, to browsers that take Brotli, which they are kept in. */
@Injectable()
export class SentPages extends KnownPages {
  constructor(private readonly pages: PublicPages) {
    super();
  }

  override async send(handle: string, request: Request, response: Response): Promise<boolean> {
    const page = request.acceptsEncodings('br') ? await this.pages.known(handle) : null;
    if (page) sendPage(page, request, response);
    return page !== null;
  }
}
