import {
  changeUserSettings,
  getUserSettings,
  type UserSettings,
} from '@posthorn/contracts/identity/user-settings.http';
import { Body, Controller, Get, Put } from '@nestjs/common';
import { CurrentUserId } from '#infrastructure/http/session/current-user.ts';
import { OwnSettings } from './own-settings.ts';
import { ChangeSettingsDto } from './settings.dto.ts';

@Controller()
export class UserSettingsController {
  constructor(private readonly settings: OwnSettings) {}

  @Get(getUserSettings.path)
  show(@CurrentUserId() userId: string): Promise<UserSettings> {
    return this.settings.show(userId);
  }

  @Put(changeUserSettings.path)
  change(@CurrentUserId() userId: string, @Body() body: ChangeSettingsDto): Promise<UserSettings> {
    return this.settings.change(userId, body);
  }
}
