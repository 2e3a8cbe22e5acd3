import type { UserSettings } from '@posthorn/contracts/identity/user-settings.http';
import { readViewOf } from '#infrastructure/readers/read-views.ts';
import { folding } from '@posthorn/event-sourcing';
import { column, rowProjection, rowTable, type RowOf } from '#infrastructure/readers/row-table.ts';
import {
  INITIAL_SETTINGS,
  settingsAfter,
  type NoticesChosen,
  type PostDefaultsChanged,
} from '../../domain/user-settings/user-settings.ts';
import { userStream, type UserEvent } from '../../domain/user/user.ts';

const SETTINGS = rowTable('identity_settings', 'user_id', {
  user_id: 'text not null',
  settings: column<UserSettings>('json not null'),
});
export type SettingsRow = RowOf<typeof SETTINGS>;

const changed = (row: SettingsRow | undefined, event: PostDefaultsChanged | NoticesChosen): SettingsRow => ({
  user_id: event.data.userId,
  settings: settingsAfter(row?.settings ?? INITIAL_SETTINGS, event),
});

export const foldSettings = folding<SettingsRow | undefined, UserEvent>({
  PostDefaultsChanged: changed,
  NoticesChosen: changed,
});

/** The settings of each user who has ever changed a setting. */
export const settingsList = rowProjection<SettingsRow, UserEvent>({
  name: 'identity.settings',
  version: 1,
  categories: [userStream.category],
  table: SETTINGS,
  owner: 'user_id',
  keyOf: ({ data }) => data.userId,
  fold: foldSettings,
  touched: ({ user_id: userId }) => ({ userId, topic: 'user' }),
});
export const SETTINGS_VIEW = readViewOf(settingsList, 'identity_settings');
