import { signInPath, type SignInProvider } from '@posthorn/contracts/identity/sign-in-providers.http';
import {
  Body,
  Controller,
  Get,
  Post,
  Query,
  Req,
  Res,
  UseFilters,
  UseGuards,
  type Type,
} from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Response } from 'express';
import type { EdgeRequest } from '#infrastructure/http/session/edge-request.ts';
import { endFlowCookieSoon } from '#infrastructure/http/session/host-cookies.ts';
import { Public } from '#infrastructure/http/session/public-route.ts';
import { isOwnNavigation } from '#infrastructure/http/edge/same-site.guard.ts';
import { ANSWER_MILLISECONDS } from '#infrastructure/oauth-flows/oauth-answers.ts';
import { ProviderFlows } from '../../gateways/open-id/provider-flows.ts';
import type { ProviderCallbackResult } from './provider-callback.ts';
import { RefusedSignInFilter } from '../../pages/refused-sign-in.filter.ts';
import { sendPage } from '#infrastructure/http/pages/page.ts';
import { confirmProviderPage, redirectPage } from '../../pages/provider-pages.ts';
import { setSessionCookie } from '../../stores/sessions/cookies.ts';
import { KnownBrowsers } from '../../stores/sessions/known-browsers.ts';
import { forgetNextPage } from '../../stores/sessions/next-page.ts';

const isLink = (value: unknown): boolean => value === '1';

/** Handles the navigation to a provider and back to the callback. `?link=1` connects the provider to the signed-in user. */
export function providerSignInController(provider: SignInProvider): Type {
  @Public()
  @UseFilters(new RefusedSignInFilter(provider))
  @Controller(signInPath(provider))
  class ProviderSignInController {
    constructor(
      private readonly flows: ProviderFlows,
      private readonly browsers: KnownBrowsers,
    ) {}

    /** A link on another site must not start a sign-in, so its request gets a page with a button. */
    @Get()
    async begin(
      @Query('link') link: unknown,
      @Req() request: EdgeRequest,
      @Res() response: Response,
    ): Promise<void> {
      if (request.method === 'GET' && isOwnNavigation(request)) {
        const address = await this.addressFor(isLink(link), request, response);
        response.redirect(303, address.href);
      } else sendPage(response, confirmProviderPage(provider, isLink(link)));
    }

    /**
     * @NOTE The policy `form-action 'self'` also applies to redirects after a form. So the response is a page that loads the provider's
     * page.
     */
    @Post()
    async beginByForm(
      @Body() body: Readonly<Record<string, unknown>> | undefined,
      @Req() request: EdgeRequest,
      @Res() response: Response,
    ): Promise<void> {
      const { href } = await this.addressFor(isLink(body?.['link']), request, response);
      response.set('refresh', `0;url=${href}`);
      sendPage(response, redirectPage(provider, href));
    }

    /** The provider's site sends the browser here. The flow that this browser has started authenticates the request. */
    @Get('callback')
    @UseGuards(AuthGuard(provider))
    async callback(@Req() request: EdgeRequest, @Res() response: Response): Promise<void> {
      const result = request.user as ProviderCallbackResult;
      if (result.kind === 'signed-in') {
        const { token, email, page } = result;
        setSessionCookie(response, token);
        endFlowCookieSoon(request, response, ANSWER_MILLISECONDS);
        if (email !== null) await this.browsers.remember(request, response, email);
        forgetNextPage(request, response);
        response.redirect(303, page);
      } else response.redirect(303, `/settings?linked=${provider}`);
    }

    private addressFor(link: boolean, request: EdgeRequest, response: Response): Promise<URL> {
      return link
        ? this.flows.beginLink(request, response, provider)
        : this.flows.beginSignIn(request, response, provider);
    }
  }
  return ProviderSignInController;
}
