import type { UserSettings } from '@posthorn/contracts/identity/user-settings.http';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { ReadGate } from '#infrastructure/projections/read-gate.ts';
import { INITIAL_SETTINGS } from '../../domain/user-settings.ts';
import { settingsList, type SettingsRow } from './settings-list.projection.ts';

export class ShowSettings extends Query<UserSettings> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(ShowSettings)
export class ShowSettingsHandler implements IQueryHandler<ShowSettings> {
  constructor(
    private readonly pool: Pool,
    private readonly gate: ReadGate,
  ) {}

  async execute({ userId }: ShowSettings): Promise<UserSettings> {
    await this.gate.waitFor([settingsList.name]);
    const { rows } = await this.pool.query<Pick<SettingsRow, 'settings'>>(
      'select settings from read_v1.identity_settings where user_id = $1',
      [userId],
    );
    return rows[0]?.settings ?? INITIAL_SETTINGS;
  }
}
