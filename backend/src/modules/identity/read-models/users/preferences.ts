import { Injectable } from '@nestjs/common';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { ERASED } from '#infrastructure/event-log/personal-field.ts';
import { INITIAL_SETTINGS } from '../../domain/user-settings/user-settings.ts';
import { userStream } from '../../domain/user/user.ts';
import { DefaultHashtags } from '../../ports/default-hashtags.ts';
import { Personalities } from '../../ports/personalities.ts';
import { Timezones } from '../../ports/timezones.ts';
import { Profiles } from './profiles.ts';

@Injectable()
export class PersonalitiesOfProfiles extends Personalities {
  constructor(private readonly profiles: Profiles) {
    super();
  }

  override async personalityOf(userId: string): Promise<string | null> {
    const { personality } = await this.profiles.profileOf(userId);
    return personality;
  }
}

@Injectable()
export class TimezonesOfProfiles extends Timezones {
  constructor(private readonly profiles: Profiles) {
    super();
  }

  override async zoneOf(userId: string): Promise<string> {
    const { timezone } = await this.profiles.profileOf(userId);
    return timezone;
  }
}

@Injectable()
export class DefaultHashtagsNow extends DefaultHashtags {
  constructor(private readonly reader: EventReader) {
    super();
  }

  override async hashtagsOf(userId: string): Promise<string> {
    const { state } = await this.reader.load(userStream, userId);
    const { hashtags } = state?.settings ?? INITIAL_SETTINGS;
    return hashtags === ERASED ? '' : hashtags;
  }
}
