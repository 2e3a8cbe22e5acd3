import { Catch } from '@nestjs/common';
import type { EdgeRequest } from '#infrastructure/http/edge-request.ts';
import { refusedLinkPage } from './email-pages.ts';
import { PageOrErrorFilter } from './page-or-error.filter.ts';
import type { Page } from './page.ts';

/** As `PageOrErrorFilter`, for who has opened a link about the address of their account. */
@Catch()
export class EmailPageOrErrorFilter extends PageOrErrorFilter {
  protected override pageFor(_: EdgeRequest, problem: string): Page {
    return refusedLinkPage(problem);
  }
}
