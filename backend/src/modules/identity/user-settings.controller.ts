import {
  changeUserSettings,
  getUserSettings,
  type UserSettings,
} from '@posthorn/contracts/identity/user-settings.http';
import { Body, Controller, Get, Put } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CurrentUserId } from '#infrastructure/http/current-user.ts';
import { ChangeSettings } from './features/user-settings/change-settings.command.ts';
import { ChangeSettingsDto } from './features/user-settings/settings.dto.ts';
import { ShowSettings } from './features/user-settings/show-settings.query.ts';

@Controller()
export class UserSettingsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get(getUserSettings.path)
  show(@CurrentUserId() userId: string): Promise<UserSettings> {
    return this.queries.execute(new ShowSettings(userId));
  }

  @Put(changeUserSettings.path)
  change(@CurrentUserId() userId: string, @Body() body: ChangeSettingsDto): Promise<UserSettings> {
    return this.commands.execute(new ChangeSettings(userId, body));
  }
}
