import { listNotices, readNotices, type NoticesView } from '@posthorn/contracts/notifications/notices.http';
import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { CurrentUserId } from '#infrastructure/http/session/current-user.ts';
import { OwnNotices } from './own-notices.ts';
import { ReadNoticesDto } from './read-notices.dto.ts';

@Controller()
export class NoticesController {
  constructor(private readonly notices: OwnNotices) {}

  @Get(listNotices.path)
  list(@CurrentUserId() userId: string): Promise<NoticesView> {
    return this.notices.show(userId);
  }

  @Post(readNotices.path)
  @HttpCode(200)
  async read(@CurrentUserId() userId: string, @Body() body: ReadNoticesDto): Promise<NoticesView> {
    await this.notices.markRead(userId, body);
    return this.notices.show(userId);
  }
}
