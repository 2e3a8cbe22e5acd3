import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { Public } from '#infrastructure/http/public-route.ts';
import { knowsTag } from './pages/knows-tag.ts';
import { notFoundPage } from './pages/not-found-page.ts';
import { pagePolicy } from './pages/page-policy.ts';
import { pageStyle } from './pages/page-style.ts';
import { PublicPages } from './pages/public-pages.ts';

/** Browsers ask each time and are told that nothing has changed; a cache that many share may be a minute behind. */
const CACHE = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600';

/** `/u/{handle}` for everybody, whoever is signed in: no cookie is read or set. */
@Public()
@Controller('u')
export class PublicPageController {
  constructor(
    private readonly pages: PublicPages,
    private readonly configuration: Configuration,
  ) {}

  @Get(':handle')
  async show(
    @Param('handle') handle: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const page = await this.pages.find(handle);
    response.type('html');
    if (!page) {
      response.set('content-security-policy', pagePolicy(pageStyle('system'), null));
      response.status(404).send(notFoundPage(this.configuration.publicUrl));
      return;
    }
    const { etag, policy, html, compressed } = page;
    response.set({ etag, 'content-security-policy': policy, 'cache-control': CACHE });
    if (knowsTag(request, etag)) response.status(304).end();
    else if (request.acceptsEncodings('br'))
      response.set('content-encoding', 'br').vary('accept-encoding').send(compressed);
    else response.send(html);
  }
}
