import { listNotices } from '@posthorn/contracts/notifications/notices.http';
import type { NoticeKind } from '@posthorn/contracts/shared/notice-choices';
import type { LiveTopic } from '@posthorn/contracts/shared/live.http';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

export const noticesQuery = queryOptions({
  queryKey: [listNotices.path],
  queryFn: ({ signal }) => send(listNotices, undefined, { signal }),
});

/** The kind of notices whose cause may have ended when a list changes. */
const KIND_BY_TOPIC: Readonly<Partial<Record<LiveTopic, NoticeKind>>> = {
  posts: 'postFailed',
  accounts: 'accountExpiring',
  comments: 'newComment',
};

/** Reloads the notices if a change of this list may have ended the cause of a notice. */
export function refreshNotices(queryClient: QueryClient, topic: LiveTopic): void {
  const kindToCheck = KIND_BY_TOPIC[topic];
  const known = queryClient.getQueryData(noticesQuery.queryKey);
  if (kindToCheck && known?.notices.some(({ kind }) => kind === kindToCheck) !== false)
    void queryClient.invalidateQueries(noticesQuery);
}
