import {
  downloadAccountExport,
  requestAccountExport,
  type AccountExportReply,
} from '@posthorn/contracts/identity/account-export.http';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { BRAND } from '@posthorn/contracts/shared/brand';
import { Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import { CurrentUser, CurrentUserId } from '#infrastructure/http/session/current-user.ts';
import type { EdgeRequest, SignedIn } from '#infrastructure/http/session/edge-request.ts';
import { RequestRefused } from '#infrastructure/http/errors/request-refused.ts';
import { isOwnNavigation } from '#infrastructure/http/edge/same-site.guard.ts';
import { AccountDownload } from './account-download.ts';
import { RequestExport } from './request-export.command.ts';

const FILE = `${BRAND.name.toLowerCase()}-data.zip`;

/** All that is kept of somebody, for themselves. */
@Controller()
export class AccountExportController {
  constructor(
    private readonly commands: CommandBus,
    private readonly download: AccountDownload,
  ) {}

  @Post(requestAccountExport.path)
  @HttpCode(202)
  request(@CurrentUser() { userId, sessionId }: SignedIn): Promise<AccountExportReply> {
    return this.commands.execute(new RequestExport(userId, sessionId));
  }

  @Get(downloadAccountExport.path)
  async send(
    @CurrentUserId() userId: string,
    @Param('token') token: string,
    @Req() request: EdgeRequest,
    @Res() response: Response,
  ): Promise<void> {
    // A look at the head alone makes nothing and uses nothing up.
    if (request.method === 'HEAD') {
      await this.download.check(userId, token);
      response.attachment(FILE).end();
      return;
    }
    // A link on another site carries the session cookie, and the first download to its end is the only one.
    if (!isOwnNavigation(request)) throw new RequestRefused('request.other-site', SERVER_TEXT.otherSite);
    const archive = await this.download.open(userId, token);
    // nginx would else put it on its disk, ahead of a slow browser (nginx.org, "proxy_buffering").
    response.attachment(FILE).set('x-accel-buffering', 'no');
    await this.download.send(archive, token, response);
  }
}
