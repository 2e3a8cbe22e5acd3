import {
  detectTimezone,
  getTimezone,
  setTimezone,
  type TimezoneView,
} from '@posthorn/contracts/identity/timezone.http';
import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CurrentUserId } from '#infrastructure/http/session/current-user.ts';
import { ChooseTimezone } from './choose-timezone.command.ts';
import { ChooseTimezoneDto, DetectTimezoneDto } from './timezone.dto.ts';
import { ShowUser } from '../show-user/show-user.query.ts';

@Controller()
export class TimezoneController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get(getTimezone.path)
  async show(@CurrentUserId() userId: string): Promise<TimezoneView> {
    const { timezone } = await this.queries.execute(new ShowUser(userId));
    return { timezone };
  }

  @Put(setTimezone.path)
  async choose(@CurrentUserId() userId: string, @Body() body: ChooseTimezoneDto): Promise<TimezoneView> {
    return { timezone: await this.commands.execute(new ChooseTimezone(userId, body.timezone, false)) };
  }

  @Post(detectTimezone.path)
  @HttpCode(200)
  async detect(@CurrentUserId() userId: string, @Body() body: DetectTimezoneDto): Promise<TimezoneView> {
    return { timezone: await this.commands.execute(new ChooseTimezone(userId, body.timezone, true)) };
  }
}
