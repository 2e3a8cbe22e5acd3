import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { KnownPages } from '#infrastructure/http/known-pages.ts';
import { PublicPages } from './public-pages.ts';
import { sendPage } from './send-page.ts';

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
