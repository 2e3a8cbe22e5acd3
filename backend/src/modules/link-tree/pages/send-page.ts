import type { Request, Response } from 'express';
import { Injectable } from '@nestjs/common';
import { matchesEtag } from '#infrastructure/http/edge/matches-etag.ts';
import { KnownPages } from '#infrastructure/http/pages/known-pages.ts';
import type { DrawnPage } from './page-cache.ts';
import { PublicPages } from './public-pages.ts';

/** A browser revalidates the page at each visit. A shared cache serves it for a minute without revalidation. */
const CACHE = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600';

/** Responds with the page, or with 304 if the browser already has this version. */
export function sendPage(
  { etag, policy, html, compressed }: DrawnPage,
  request: Request,
  response: Response,
): void {
  response.type('html').set({ etag, 'content-security-policy': policy, 'cache-control': CACHE });
  response.vary('accept-encoding');
  if (matchesEtag(request, etag)) response.status(304).end();
  else if (request.acceptsEncodings('br')) response.set('content-encoding', 'br').send(compressed);
  else response.send(html);
}

/** Sends cached pages to browsers that accept Brotli. */
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
