import {
  changeInboxSettings,
  getInboxSettings,
  type InboxSettings,
  type InboxSettingsChange,
} from '@posthorn/contracts/inbox/settings.http';
import { listComments } from '@posthorn/contracts/inbox/comments.http';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';
import { updateCached } from '#lib/optimistic-updates.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { MODERATION_CARD } from '../messages/settings.en.ts';

export const inboxSettingsQuery = queryOptions({
  queryKey: [getInboxSettings.path],
  queryFn: ({ signal }) => send(getInboxSettings, undefined, { signal }),
});

/** Loads the settings before their card appears. Never rejects, because the card shows the error and offers a retry. */
export async function loadInboxSettings(queryClient: QueryClient): Promise<void> {
  await queryClient.query({ ...inboxSettingsQuery, staleTime: 'static' }).catch(() => null);
}

/** Shows changed settings immediately, and reverts them when the server refuses. */
export const useChangeInboxSettings = () =>
  useDeclaredMutation({
    // Requests run one after the other, so that an older response does not overwrite a newer one.
    scope: { id: 'inbox-settings' },
    send: (change: InboxSettingsChange) => send(changeInboxSettings, change),
    optimistic: updateCached(inboxSettingsQuery, withChange),
    onDone: (cache, settings, { unblock }) => {
      cache.setQueryData(inboxSettingsQuery.queryKey, settings);
      // Comments of unblocked authors appear again.
      if (unblock) void cache.invalidateQueries({ queryKey: [listComments.path] });
    },
    onRefused: (cache) => {
      void cache.invalidateQueries(inboxSettingsQuery);
    },
    successToast: (_, { unblock }) => (unblock ? { title: MODERATION_CARD.unblocked } : undefined),
    failure: { title: MODERATION_CARD.notSaved, again: MODERATION_CARD.notSavedHint },
  });

const withChange = (
  before: InboxSettings,
  { unblock = [], ...switches }: InboxSettingsChange,
): InboxSettings => ({
  ...before,
  ...switches,
  blocked: before.blocked.filter(({ key }) => !unblock.includes(key)),
});
