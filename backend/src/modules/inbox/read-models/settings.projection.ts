import { keyedRows } from '#infrastructure/projections/keyed-rows.ts';
import type { Projection } from '#infrastructure/projections/projection.ts';
import {
  inboxSettingsStream,
  type InboxSettingsEvent,
  type InboxSettingsState,
} from '../domain/settings/inbox-settings.ts';

type SettingsRow = Readonly<{ user_id: string; blocked: readonly string[]; state: InboxSettingsState }>;

/** One row for each user who has chosen anything; `blocked`: digests of authors. */
export const settingsList: Projection<InboxSettingsEvent> = {
  name: 'inbox.settings',
  version: 1,
  categories: [inboxSettingsStream.category],
  tables: { inbox_settings: 'user_id text primary key, blocked json not null, state json not null' },
  personal: { inbox_settings: 'user_id' },
  apply: keyedRows<SettingsRow, InboxSettingsEvent>({
    table: 'inbox_settings',
    key: 'user_id',
    keyOf: ({ data }) => data.userId,
    columns: { user_id: 'text', blocked: 'json', state: 'json' },
    fold: (row, event) => {
      const state = inboxSettingsStream.evolve(row?.state ?? inboxSettingsStream.initial, event);
      const blocked = state.blocked.map(({ authorMac }) => authorMac);
      return { user_id: event.data.userId, blocked, state };
    },
    touched: ({ user_id: userId }) => ({ userId, topic: 'comments' }),
  }),
};
