import type { UserSettings, UserSettingsChange } from '@posthorn/contracts/identity/user-settings.http';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { INITIAL_SETTINGS } from '../../domain/user-settings.ts';
import { changeUserSettings, userStream } from '../../domain/user.ts';

/** What is left out stays as it is. Answers the settings as they are afterwards. */
export class ChangeSettings extends Command<UserSettings> {
  constructor(
    readonly userId: string,
    readonly change: UserSettingsChange,
  ) {
    super();
  }
}

@CommandHandler(ChangeSettings)
export class ChangeSettingsHandler implements ICommandHandler<ChangeSettings> {
  constructor(private readonly writer: StreamWriter) {}

  /** @throws UserNotFound */
  async execute({ userId, change }: ChangeSettings): Promise<UserSettings> {
    const { state } = await this.writer.decide(userStream, userId, (user) =>
      changeUserSettings(user, change),
    );
    return state?.settings ?? INITIAL_SETTINGS;
  }
}
