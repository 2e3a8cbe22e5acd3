import { listNotices, readNotices, type NoticesView } from '@posthorn/contracts/identity/notices.http';
import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CurrentUserId } from '#infrastructure/http/current-user.ts';
import { MarkNoticesRead } from './notices/mark-read.command.ts';
import { ReadNoticesDto } from './notices/read-notices.dto.ts';
import { ShowNotices } from './notices/show-notices.query.ts';

@Controller()
export class NoticesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get(listNotices.path)
  list(@CurrentUserId() userId: string): Promise<NoticesView> {
    return this.queries.execute(new ShowNotices(userId));
  }

  @Post(readNotices.path)
  @HttpCode(200)
  async read(@CurrentUserId() userId: string, @Body() body: ReadNoticesDto): Promise<NoticesView> {
    await this.commands.execute(new MarkNoticesRead(userId, body));
    return this.queries.execute(new ShowNotices(userId));
  }
}
