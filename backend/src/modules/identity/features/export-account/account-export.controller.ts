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

/** Lets users export all data that is stored about them. */
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
    // A HEAD request does not build the archive, and the link stays valid.
    if (request.method === 'HEAD') {
      await this.download.check(userId, token);
      response.attachment(FILE).end();
      return;
    }
    // A link on another site must not start a download: the request has the session cookie, and the download would make the link invalid.
    if (!isOwnNavigation(request)) throw new RequestRefused('request.other-site', SERVER_TEXT.otherSite);
    const archive = await this.download.open(userId, token);
    // Without this header, nginx would write the archive to disk while a slow browser loads it (nginx.org, "proxy_buffering").
    response.attachment(FILE).set('x-accel-buffering', 'no');
    await this.download.send(archive, token, response);
  }
}
