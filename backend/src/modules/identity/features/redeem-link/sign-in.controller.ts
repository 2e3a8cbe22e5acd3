import {
  redeemCode,
  redeemLink,
  requestLink,
  type RequestLinkReply,
} from '@posthorn/contracts/identity/session.http';
import { SIGN_IN_TEXT } from '@posthorn/contracts/identity/sign-in-text';
import { Body, Controller, Get, Post, Query, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AuthGuard } from '@nestjs/passport';
import type { Response, Request } from 'express';
import { Configuration } from '#infrastructure/config/configuration.ts';
import type { EdgeRequest } from '#infrastructure/http/session/edge-request.ts';
import { clearFlowCookie, flowCookieOf, keepFlowCookie } from '#infrastructure/http/session/host-cookies.ts';
import { Public } from '#infrastructure/http/session/public-route.ts';
import { canonicalAddress } from '#infrastructure/config/mail-address.ts';
import { MAGIC_LINK } from './magic-link.strategy.ts';
import { MAILED_CODE } from './mailed-code.strategy.ts';
import { RequestLink } from '../request-link/request-link.command.ts';
import { isForm, sendPage } from '#infrastructure/http/pages/page.ts';
import { PageOrErrorFilter } from '../../pages/page-or-error.filter.ts';
import {
  confirmSignInPage,
  linkElsewherePage,
  linkRefusedPage,
  linkSentPage,
  signInPage,
  typeCodePage,
} from '../../pages/sign-in-pages.ts';
import { setSessionCookie } from '../../stores/sessions/cookies.ts';
import { KnownBrowsers } from '../../stores/sessions/known-browsers.ts';
import { takeNextPage } from '../../stores/sessions/next-page.ts';
import type { Entered } from '../../stores/sessions/sessions.ts';
import { SignInLinks } from '../../stores/sign-in-links/sign-in-links.ts';
import { LINK_TOKEN } from '../../domain/user/link-token.ts';
import { RequestLinkDto } from './request-link.dto.ts';
import { isLoopback } from '#infrastructure/config/is-loopback.ts';
import { isFromThisMachine } from '#infrastructure/http/edge/from-this-machine.ts';

/** The endpoints for sign-ins with the link or the code in a mail. The passport strategies open the session. */
@Public()
@UseFilters(PageOrErrorFilter)
@Controller()
export class SignInController {
  constructor(
    private readonly commands: CommandBus,
    private readonly configuration: Configuration,
    private readonly browsers: KnownBrowsers,
    private readonly links: SignInLinks,
  ) {}

  @Get(requestLink.path)
  showRequestPage(@Res() response: Response): void {
    sendPage(response, signInPage({ isSandbox: this.isSandbox }));
  }

  @Post(requestLink.path)
  async sendLink(
    @Body() { email }: RequestLinkDto,
    @Req() request: EdgeRequest,
    @Res() response: Response,
  ): Promise<void> {
    // All links that a browser requests share one flow, because an older mail may arrive first.
    const flow = keepFlowCookie(request, response);
    const requester = {
      flow,
      ip: request.ip ?? '',
      knownAs: await this.browsers.idFor(request, canonicalAddress(email) ?? email),
      isHere: isFromHere(request, this.configuration),
    };
    const { link } = await this.commands.execute(new RequestLink(email, requester));
    if (isForm(request)) {
      sendPage(response, { status: 202, ...linkSentPage({ email, link, isSandbox: this.isSandbox }) });
      return;
    }
    const reply: RequestLinkReply = { message: SIGN_IN_TEXT.linkSent, ...(link !== null && { link }) };
    response.status(202).json(reply);
  }

  /** Only shows a page, because mail scanners open every link in a mail. */
  @Get(redeemLink.path)
  async showConfirmPage(
    @Query('token') token: unknown,
    @Req() request: EdgeRequest,
    @Res() response: Response,
  ): Promise<void> {
    const isToken = typeof token === 'string' && LINK_TOKEN.test(token);
    const found = isToken ? await this.links.find({ token, flow: flowCookieOf(request) }) : null;
    if (!isToken) sendPage(response, { status: 400, ...linkRefusedPage(SIGN_IN_TEXT.linkNotValid) });
    else if (found === 'elsewhere') sendPage(response, linkElsewherePage());
    else if (found) sendPage(response, confirmSignInPage(token));
    else sendPage(response, linkRefusedPage(SIGN_IN_TEXT.linkNotValid));
  }

  @Get(redeemCode.path)
  showCodePage(@Res() response: Response): void {
    sendPage(response, typeCodePage({}));
  }

  @Post(redeemLink.path)
  @UseGuards(AuthGuard(MAGIC_LINK))
  redeem(@Req() request: EdgeRequest, @Res() response: Response): Promise<void> {
    return this.welcome(request, response);
  }

  @Post(redeemCode.path)
  @UseGuards(AuthGuard(MAILED_CODE))
  redeemTyped(@Req() request: EdgeRequest, @Res() response: Response): Promise<void> {
    return this.welcome(request, response);
  }

  private async welcome(request: EdgeRequest, response: Response): Promise<void> {
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
 * Returns true if the request probably began on this machine. The IP address and the header Host prove nothing: a tunnel also calls from loopback,
 * and may send our own name. So this also checks the headers that tunnels add, and the origin of the page.
 */
function isFromHere(
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
