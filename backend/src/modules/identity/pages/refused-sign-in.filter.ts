import type { SignInProblem, SignInProvider } from '@posthorn/contracts/identity/sign-in-providers.http';
import { Catch, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import type { EdgeRequest } from '#infrastructure/http/session/edge-request.ts';
import { sendError } from '#infrastructure/http/error-reply.filter.ts';
import { RequestRefused } from '#infrastructure/http/errors/request-refused.ts';
import { SignInRefused, type RefusalPage } from '../gateways/open-id/sign-in-refused.ts';

/** After a failed sign-in with a provider, redirects to a page that shows the problem. */
@Catch()
export class RefusedSignInFilter implements ExceptionFilter {
  private readonly logger = new Logger('sign-in');

  constructor(private readonly provider: SignInProvider) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<EdgeRequest>();
    const response = host.switchToHttp().getResponse<Response>();
    // Such a request is no sign-in. An example is a request that another site's form sent.
    if (error instanceof RequestRefused || response.headersSent) {
      sendError(error, request, response, this.logger);
      return;
    }
    const { problem, shownAt } = this.describe(error, request);
    const query = new URLSearchParams({ problem, provider: this.provider });
    response.redirect(303, `${shownAt}?${query.toString()}`);
  }

  private describe(
    error: unknown,
    { requestId, signedIn }: EdgeRequest,
  ): { problem: SignInProblem; shownAt: RefusalPage } {
    const { provider } = this;
    if (!(error instanceof SignInRefused)) {
      this.logger.error({
        msg: 'A sign-in failed with an unexpected error; the user sees a general reason',
        provider,
        requestId,
        err: error,
      });
      return { problem: 'failed', shownAt: signedIn ? '/settings' : '/login' };
    }
    if (error.cause !== undefined && error.problem !== 'denied') {
      this.logger.warn({
        msg: 'A sign-in by a provider failed; the user sees the reason',
        provider,
        requestId,
        problem: error.problem,
        err: error.cause,
      });
    }
    return error;
  }
}
