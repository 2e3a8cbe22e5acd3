import { readViewOf } from '#infrastructure/readers/read-views.ts';
import { column, rowProjection, rowTable, type RowOf } from '#infrastructure/readers/row-table.ts';
import {
  inboxSettingsStream,
  type InboxSettingsEvent,
  type InboxSettingsState,
} from '../../domain/settings/inbox-settings.ts';

const SETTINGS = rowTable('inbox_settings', 'user_id', {
  user_id: 'text not null',
  /** Digests of the blocked authors. */
  blocked: column<readonly string[]>('json not null'),
  state: column<InboxSettingsState>('json not null'),
});

/** One row for each user who has chosen a setting. */
export const settingsList = rowProjection<RowOf<typeof SETTINGS>, InboxSettingsEvent>({
  name: 'inbox.settings',
  version: 1,
  categories: [inboxSettingsStream.category],
  table: SETTINGS,
  owner: 'user_id',
  keyOf: ({ data }) => data.userId,
  fold: (row, event) => {
    const state = inboxSettingsStream.evolve(row?.state ?? inboxSettingsStream.initial, event);
    const blocked = state.blocked.map(({ authorMac }) => authorMac);
    return { user_id: event.data.userId, blocked, state };
  },
  touched: ({ user_id: userId }) => ({ userId, topic: 'comments' }),
});
export const SETTINGS_VIEW = readViewOf(settingsList, 'inbox_settings');
