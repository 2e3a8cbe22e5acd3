import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { Public } from '#infrastructure/http/session/public-route.ts';
import { notFoundPage } from '../../pages/not-found-page.ts';
import { pagePolicy } from '../../pages/page-policy.ts';
import { pageStyle } from '../../pages/page-style.ts';
import { PublicPages } from '../../pages/public-pages.ts';
import { sendPage } from '../../pages/send-page.ts';

/** `/u/{handle}`, the same for every visitor: no cookie is read or set. `SentPages` answers most requests before they reach this controller. */
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
    if (page) {
      sendPage(page, request, response);
      return;
    }
    response.set('content-security-policy', pagePolicy(pageStyle('system'), null));
    response.status(404).type('html').send(notFoundPage(this.configuration.publicUrl));
  }
}
