import type { UserSettings, UserSettingsChange } from '@posthorn/contracts/identity/user-settings.http';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { INITIAL_SETTINGS } from '../../domain/user-settings/user-settings.ts';
import { changeUserSettings, userStream } from '../../domain/user/user.ts';
import {
  SETTINGS_VIEW,
  settingsList,
  type SettingsRow,
} from '../../read-models/settings/settings-list.projection.ts';

/** Reads and changes the settings of a user. */
@Injectable()
export class OwnSettings {
  constructor(
    private readonly pool: Pool,
    private readonly gate: ReadGate,
    private readonly writer: StreamWriter,
  ) {}

  async show(userId: string): Promise<UserSettings> {
    await this.gate.waitFor([settingsList.name]);
    const { rows } = await this.pool.query<Pick<SettingsRow, 'settings'>>(
      `select settings from ${SETTINGS_VIEW} where user_id = $1`,
      [userId],
    );
    return rows[0]?.settings ?? INITIAL_SETTINGS;
  }

  /** Settings that are absent in `change` keep their values. Returns the settings after the change. @throws UserNotFound */
  async change(userId: string, change: UserSettingsChange): Promise<UserSettings> {
    const { state } = await this.writer.decide(userStream, userId, (user) =>
      changeUserSettings(user, change),
    );
    return state?.settings ?? INITIAL_SETTINGS;
  }
}
