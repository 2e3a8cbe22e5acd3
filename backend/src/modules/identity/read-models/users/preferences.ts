import { Injectable } from '@nestjs/common';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { ERASED } from '#infrastructure/event-log/personal-field.ts';
import { INITIAL_SETTINGS } from '../../domain/user-settings/user-settings.ts';
import { userStream } from '../../domain/user/user.ts';
import { UserPreferences } from '../../ports/user-preferences.ts';
import { Profiles } from './profiles.ts';

@Injectable()
export class Preferences extends UserPreferences {
  constructor(
    private readonly profiles: Profiles,
    private readonly reader: EventReader,
  ) {
    super();
  }

  override async personalityOf(userId: string): Promise<string | null> {
    const { personality } = await this.profiles.of(userId);
    return personality;
  }

  override async timezoneOf(userId: string): Promise<string> {
    const { timezone } = await this.profiles.of(userId);
    return timezone;
  }

  override async defaultHashtagsOf(userId: string): Promise<string> {
    const { state } = await this.reader.load(userStream, userId);
    const { hashtags } = state?.settings ?? INITIAL_SETTINGS;
    return hashtags === ERASED ? '' : hashtags;
  }
}
