import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { Public } from '#infrastructure/http/session/public-route.ts';
import { notFoundPage } from '../../pages/not-found-page.ts';
import { pagePolicy } from '../../pages/page-policy.ts';
import { pageStyle } from '../../pages/page-style.ts';
import { PublicPages } from '../../pages/public-pages.ts';
import { sendPage } from '../../pages/send-page.ts';

/** Sends the page `/u/{handle}`, which is the same for all visitors and uses no cookies. `SentPages` handles most requests earlier. */
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
    // Some apps append parameters without a question mark: `/u/ana&e=1`. No handle contains `&`.
    const page = await this.pages.find(handle.replace(/&.*$/su, ''));
    if (page) {
      sendPage(page, request, response);
      return;
    }
    response.set('content-security-policy', pagePolicy(pageStyle('system'), null));
    response.status(404).type('html').send(notFoundPage(this.configuration.publicUrl));
  }
}
