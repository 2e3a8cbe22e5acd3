import type { ErrorCode } from '@posthorn/contracts/shared/error-codes';
import { Catch, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import { Configuration } from '#infrastructure/config/configuration.ts';
import type { EdgeRequest } from '#infrastructure/http/session/edge-request.ts';
import { answerTo, logFailure, sendError } from '#infrastructure/http/error-reply.filter.ts';
import { isForm, sendPage, type HtmlPage } from '#infrastructure/http/pages/page.ts';
import { signInPage, linkElsewherePage, linkRefusedPage, typeCodePage } from './sign-in-pages.ts';
import { redeemCode } from '@posthorn/contracts/identity/session.http';
import { refusedLinkPage } from './email-pages.ts';

type Problem = Readonly<{ code: string; message: string }>;
const LINK_ELSEWHERE: ErrorCode = 'identity.link-elsewhere';

/** If a form fails, the response is a page that shows the error. If an API call fails, the response is the usual error body. */
@Catch()
export class PageOrErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('http');

  constructor(private readonly configuration: Configuration) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<EdgeRequest>();
    const response = host.switchToHttp().getResponse<Response>();
    if (!isForm(request) || response.headersSent) {
      sendError(error, request, response, this.logger);
      return;
    }
    const answer = answerTo(error);
    const { status, code, message, headers = {} } = answer;
    logFailure(error, answer, { requestId: request.requestId, logger: this.logger });
    response.set(headers);
    sendPage(response, { status, ...this.pageFor(request, { code, message }) });
  }

  protected pageFor(request: EdgeRequest, { code, message: problem }: Problem): HtmlPage {
    if (code === LINK_ELSEWHERE) return linkElsewherePage();
    const { email } = (request.body ?? {}) as { email?: unknown };
    if (request.path === redeemCode.path)
      return typeCodePage({ problem, ...(typeof email === 'string' && { email }) });
    if (typeof email !== 'string') return linkRefusedPage(problem);
    return signInPage({ problem, email, isSandbox: this.configuration.sandbox !== null });
  }
}

/** Like `PageOrErrorFilter`, for mailed links about the e-mail address of an account. */
@Catch()
export class EmailPageOrErrorFilter extends PageOrErrorFilter {
  protected override pageFor(_: EdgeRequest, { message }: Problem): HtmlPage {
    return refusedLinkPage(message);
  }
}
