import {
  EMAIL_CHANGE_TEXT,
  emailNotMe,
  openOtherAccount,
  verifyEmail,
} from '@posthorn/contracts/identity/email-change.http';
import { Body, Controller, Get, Post, Query, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AuthGuard } from '@nestjs/passport';
import type { Response } from 'express';
import type { EdgeRequest } from '#infrastructure/http/session/edge-request.ts';
import { Public } from '#infrastructure/http/session/public-route.ts';
import { OtherAccount } from '../../domain/identity.errors.ts';
import { ReclaimAccount } from './reclaim-account.command.ts';
import { VerifyEmail } from './verify-email.command.ts';
import {
  confirmEmailPage,
  emailChangedPage,
  notMePage,
  openOtherAccountPage,
  reclaimedPage,
  refusedLinkPage,
} from '../../pages/email-pages.ts';
import { isForm, sendPage, type HtmlPage } from '#infrastructure/http/pages/page.ts';
import { LINK_TOKEN } from '../../domain/user/link-token.ts';
import { MailedTokenDto } from './mailed-token.dto.ts';
import { OTHER_ACCOUNT } from './other-account.strategy.ts';
import { setSessionCookie } from '../../stores/sessions/cookies.ts';
import type { Entered } from '../../stores/sessions/sessions.ts';
import { EmailPageOrErrorFilter } from '../../pages/page-or-error.filter.ts';

/** Handles mailed links about the address of an account. Public, so that a signed-out visitor gets a page with instructions. */
@Public()
@UseFilters(EmailPageOrErrorFilter)
@Controller()
export class EmailChangeController {
  constructor(private readonly commands: CommandBus) {}

  /** Changes nothing, because mail scanners open every link in a mail. */
  @Get(verifyEmail.path)
  showConfirmPage(
    @Query('token') token: unknown,
    @Req() { signedIn }: EdgeRequest,
    @Res() response: Response,
  ): void {
    if (!signedIn) sendPage(response, { status: 403, ...refusedLinkPage(EMAIL_CHANGE_TEXT.otherAccount) });
    else sendLinkPage(response, token, confirmEmailPage);
  }

  @Post(verifyEmail.path)
  async verify(
    @Body() { token }: MailedTokenDto,
    @Req() request: EdgeRequest,
    @Res() response: Response,
  ): Promise<void> {
    const { signedIn } = request;
    if (!signedIn) throw new OtherAccount();
    await this.commands.execute(new VerifyEmail(signedIn.userId, token));
    answer(request, response, emailChangedPage());
  }

  @Get(emailNotMe.path)
  showNotMePage(@Query('token') token: unknown, @Res() response: Response): void {
    sendLinkPage(response, token, notMePage);
  }

  @Post(emailNotMe.path)
  async reclaim(
    @Body() { token }: MailedTokenDto,
    @Req() request: EdgeRequest,
    @Res() response: Response,
  ): Promise<void> {
    await this.commands.execute(new ReclaimAccount(token, request.requestId ?? ''));
    answer(request, response, reclaimedPage());
  }

  @Get(openOtherAccount.path)
  showOpenPage(@Query('token') token: unknown, @Res() response: Response): void {
    sendLinkPage(response, token, openOtherAccountPage);
  }

  @Post(openOtherAccount.path)
  @UseGuards(AuthGuard(OTHER_ACCOUNT))
  open(@Req() request: EdgeRequest, @Res() response: Response): void {
    setSessionCookie(response, (request.user as Entered).token);
    if (isForm(request)) response.redirect(303, '/settings');
    else response.status(204).end();
  }
}

function sendLinkPage(response: Response, token: unknown, page: (token: string) => HtmlPage): void {
  if (typeof token === 'string' && LINK_TOKEN.test(token)) sendPage(response, page(token));
  else sendPage(response, { status: 400, ...refusedLinkPage(EMAIL_CHANGE_TEXT.linkNotValid) });
}

function answer(request: EdgeRequest, response: Response, page: HtmlPage): void {
  if (isForm(request)) sendPage(response, page);
  else response.status(204).end();
}
