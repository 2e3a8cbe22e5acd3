import {
  changeUserSettings,
  type UserSettings,
  type UserSettingsChange,
} from '@posthorn/contracts/identity/user-settings.http';
import { send } from '#lib/api-client.ts';
import { updateCached } from '#lib/optimistic-updates.ts';
import { keepUserSettings, userSettingsQuery } from './user-settings.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import type { ToastMessage } from '#ui/toast-store.ts';
import { PREFERENCES_TEXT } from '../messages/preferences.en.ts';

type ChangeCallbacks = Readonly<{
  successToast?: ToastMessage;
  onRefused?: (error: Error) => void;
}>;

/** Shows the changed settings immediately, and reverts them when the server refuses. */
export function useChangeUserSettings(userId: string, { onRefused, ...toastOption }: ChangeCallbacks = {}) {
  const query = userSettingsQuery(userId);
  return useDeclaredMutation({
    // Requests run one after the other, so that an older response does not overwrite a newer one.
    scope: { id: 'user-settings' },
    send: async (change: UserSettingsChange) =>
      keepUserSettings(userId, await send(changeUserSettings, change)),
    optimistic: updateCached(query, (known: UserSettings, change: UserSettingsChange) => ({
      ...known,
      ...change,
    })),
    onDone: (cache, settings) => {
      cache.setQueryData(query.queryKey, settings);
    },
    onRefused: (cache, error) => {
      void cache.invalidateQueries(query);
      onRefused?.(error);
    },
    failure: { title: PREFERENCES_TEXT.notSaved, again: PREFERENCES_TEXT.notSavedHint },
    ...toastOption,
  });
}
