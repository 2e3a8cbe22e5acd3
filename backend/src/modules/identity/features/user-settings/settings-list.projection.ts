import type { LoggedEvent } from '#infrastructure/log/logged-event.ts';
import { keyedRows } from '#infrastructure/projections/keyed-rows.ts';
import type { Projection } from '#infrastructure/projections/projection.ts';
import { INITIAL_SETTINGS, settingsAfter, type UserSettings } from '../../domain/user-settings.ts';
import { userStream, type UserEvent } from '../../domain/user.ts';

export type SettingsRow = Readonly<{ user_id: string; settings: UserSettings }>;

/** What each user has set who has ever set anything. */
export const settingsList: Projection<UserEvent> = {
  name: 'identity.settings',
  version: 1,
  categories: [userStream.category],
  tables: { identity_settings: 'user_id text primary key, settings json not null' },
  personal: { identity_settings: 'user_id' },
  apply: keyedRows<SettingsRow, UserEvent>({
    table: 'identity_settings',
    key: 'user_id',
    keyOf: (event) => (isOfSettings(event) ? event.data.userId : null),
    columns: { user_id: 'text', settings: 'json' },
    fold: foldSettings,
    touched: ({ user_id: userId }) => ({ userId, topic: 'user' }),
  }),
};

export function foldSettings(
  row: SettingsRow | undefined,
  event: UserEvent | LoggedEvent<UserEvent>,
): SettingsRow | undefined {
  if (!isOfSettings(event)) return row;
  const settings = settingsAfter(row?.settings ?? INITIAL_SETTINGS, event);
  return { user_id: event.data.userId, settings };
}

const isOfSettings = (
  event: UserEvent,
): event is Extract<UserEvent, { type: 'PostDefaultsChanged' | 'NoticesChosen' }> =>
  event.type === 'PostDefaultsChanged' || event.type === 'NoticesChosen';
