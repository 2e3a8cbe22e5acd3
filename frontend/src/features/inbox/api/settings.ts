import {
  changeInboxSettings,
  getInboxSettings,
  type InboxSettings,
  type InboxSettingsChange,
} from '@posthorn/contracts/inbox/settings.http';
import { listComments } from '@posthorn/contracts/inbox/comments.http';
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

export const inboxSettingsQuery = queryOptions({
  queryKey: [getInboxSettings.path],
  queryFn: ({ signal }) => send(getInboxSettings, undefined, { signal }),
});

/** For a card that is shown whole. Never fails: the card says so, and asks again. */
export async function loadInboxSettings(queryClient: QueryClient): Promise<void> {
  await queryClient.query({ ...inboxSettingsQuery, staleTime: 'static' }).catch(() => null);
}

/** A switch shows at once how it was set, and goes back when the server refuses. */
export function useChangeInboxSettings(
  on: Readonly<{ success: (change: InboxSettingsChange) => void; error: (error: Error) => void }>,
) {
  const queryClient = useQueryClient();
  const show = (settings: InboxSettings) => {
    queryClient.setQueryData(inboxSettingsQuery.queryKey, settings);
  };
  return useMutation({
    // One after the other: an older answer is not to overtake a newer one.
    scope: { id: 'inbox-settings' },
    mutationFn: (change: InboxSettingsChange) => send(changeInboxSettings, change),
    onMutate: (change) => {
      const before = queryClient.getQueryData(inboxSettingsQuery.queryKey);
      if (!before) return;
      const { unblock = [], ...switches } = change;
      show({ ...before, ...switches, blocked: before.blocked.filter(({ key }) => !unblock.includes(key)) });
    },
    onSuccess: (settings, change) => {
      show(settings);
      // Comments of whoever is not blocked any more come back.
      if (change.unblock) void queryClient.invalidateQueries({ queryKey: [listComments.path] });
      on.success(change);
    },
    onError: (error) => {
      void queryClient.invalidateQueries(inboxSettingsQuery);
      on.error(error);
    },
  });
}
