import { redeemLink, requestLink, type RequestLinkReply } from '@posthorn/contracts/identity/session.http';
import { SIGN_IN_TEXT } from '@posthorn/contracts/identity/sign-in-text';
import { Body, Controller, Get, Post, Query, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AuthGuard } from '@nestjs/passport';
import type { Response, Request } from 'express';
import { Configuration } from '#infrastructure/config/configuration.ts';
import type { EdgeRequest } from '#infrastructure/http/session/edge-request.ts';
import { clearFlowCookie, keepFlowCookie } from '#infrastructure/http/session/host-cookies.ts';
import { Public } from '#infrastructure/http/session/public-route.ts';
import { canonicalAddress } from '#infrastructure/config/mail-address.ts';
import { MAGIC_LINK } from './magic-link.strategy.ts';
import { RequestLink } from '../request-link/request-link.command.ts';
import { isForm, sendPage } from '#infrastructure/http/pages/page.ts';
import { PageOrErrorFilter } from '../../pages/page-or-error.filter.ts';
import { askPage, confirmPage, refusedPage, sentPage } from '../../pages/sign-in-pages.ts';
import { setSessionCookie } from '../../stores/sessions/cookies.ts';
import { KnownBrowsers } from '../../stores/sessions/known-browsers.ts';
import { takeNextPage } from '../../stores/sessions/next-page.ts';
import type { Entered } from '../../stores/sessions/sessions.ts';
import { LINK_TOKEN } from '../../domain/user/link-token.ts';
import { RequestLinkDto } from './request-link.dto.ts';
import { isLoopback } from '#infrastructure/config/is-loopback.ts';
import { isFromThisMachine } from '#infrastructure/http/edge/from-this-machine.ts';

/** The doors of signing in by a link. Every way to sign in ends with the session that its passport strategy opened. */
@Public()
@UseFilters(PageOrErrorFilter)
@Controller()
export class SignInController {
  constructor(
    private readonly commands: CommandBus,
    private readonly configuration: Configuration,
    private readonly browsers: KnownBrowsers,
  ) {}

  @Get(requestLink.path)
  ask(@Res() response: Response): void {
    sendPage(response, askPage({ isSandbox: this.isSandbox }));
  }

  @Post(requestLink.path)
  async send(
    @Body() { email }: RequestLinkDto,
    @Req() request: EdgeRequest,
    @Res() response: Response,
  ): Promise<void> {
    // One flow for all links that a browser asks for: the older mail may be the one that arrives.
    const flow = keepFlowCookie(request, response);
    const asking = {
      flow,
      ip: request.ip ?? '',
      knownAs: await this.browsers.idFor(request, canonicalAddress(email) ?? email),
      isHere: isAskedHere(request, this.configuration),
    };
    const { link } = await this.commands.execute(new RequestLink(email, asking));
    if (isForm(request)) {
      sendPage(response, { status: 202, ...sentPage({ email, link, isSandbox: this.isSandbox }) });
      return;
    }
    const reply: RequestLinkReply = { message: SIGN_IN_TEXT.linkSent, ...(link !== null && { link }) };
    response.status(202).json(reply);
  }

  /** Signs nobody in: mail scanners open every link they see. */
  @Get(redeemLink.path)
  confirm(@Query('token') token: unknown, @Res() response: Response): void {
    const isToken = typeof token === 'string' && LINK_TOKEN.test(token);
    if (isToken) sendPage(response, confirmPage(token));
    else sendPage(response, { status: 400, ...refusedPage(SIGN_IN_TEXT.linkNotValid) });
  }

  @Post(redeemLink.path)
  @UseGuards(AuthGuard(MAGIC_LINK))
  async redeem(@Req() request: EdgeRequest, @Res() response: Response): Promise<void> {
    const { token, email } = request.user as Entered;
    setSessionCookie(response, token);
    clearFlowCookie(response);
    if (email !== null) await this.browsers.remember(request, response, email);
    if (isForm(request)) response.redirect(303, takeNextPage(request, response));
    else response.status(204).end();
  }

  private get isSandbox(): boolean {
    return this.configuration.sandbox !== null;
  }
}

/**
 * True when a request began on this very machine as far as anybody can tell. A tunnel calls from loopback as well and may
 * write our own name into Host, so neither of them proves anything: what it adds, and the page that a browser was on, do.
 */
function isAskedHere(
  request: Pick<Request, 'headers' | 'socket'>,
  { publicUrl, bindAddress }: Configuration,
): boolean {
  const { origin, host = '' } = request.headers;
  const ours = [new URL(publicUrl).origin, `http://${host.toLowerCase()}`];
  return (
    isLoopback(bindAddress) &&
    isLoopback(new URL(publicUrl).hostname) &&
    isFromThisMachine(request) &&
    (origin === undefined || ours.includes(origin))
  );
}
