import { unsubscribe } from '@posthorn/contracts/notifications/notices.http';
import { Controller, Get, Param, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { FromAnySite } from '#infrastructure/http/edge/from-any-site.ts';
import { Public } from '#infrastructure/http/session/public-route.ts';
import { NoticeSettings } from '#modules/identity/ports/notice-settings.ts';
import { UnsubscribeLinks } from '../../stores/unsubscribe-links/unsubscribe-links.ts';
import { sendPage } from '#infrastructure/http/pages/page.ts';
import { noSuchUnsubscribePage, unsubscribedPage, unsubscribePage } from '../../pages/unsubscribe-pages.ts';

/**
 * The endpoint of unsubscribe links in mails. The link alone identifies the user, without a sign-in. Mail servers send the one-click request
 * themselves, with `List-Unsubscribe=One-Click` as its body (RFC 8058, 3.2).
 */
@Public()
@FromAnySite()
@Controller()
export class UnsubscribeController {
  constructor(
    private readonly links: UnsubscribeLinks,
    private readonly settings: NoticeSettings,
  ) {}

  /** Changes nothing, because mail scanners open every link in a mail. */
  @Get(unsubscribe.path)
  async ask(@Param('token') token: string, @Res() response: Response): Promise<void> {
    const request = await this.links.read(token);
    if (request) sendPage(response, unsubscribePage(token, request.kind));
    else sendPage(response, { status: 404, ...noSuchUnsubscribePage() });
  }

  @Post(unsubscribe.path)
  async end(@Param('token') token: string, @Res() response: Response): Promise<void> {
    const request = await this.links.read(token);
    if (!request) {
      sendPage(response, { status: 404, ...noSuchUnsubscribePage() });
      return;
    }
    await this.settings.endMails(request.userId, request.kind);
    sendPage(response, unsubscribedPage(request.kind));
  }
}
