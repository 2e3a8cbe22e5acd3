import { listNotices } from '@posthorn/contracts/notifications/notices.http';
import type { NoticeKind } from '@posthorn/contracts/shared/notice-choices';
import type { LiveTopic } from '@posthorn/contracts/shared/live.http';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

export const noticesQuery = queryOptions({
  queryKey: [listNotices.path],
  queryFn: ({ signal }) => send(listNotices, undefined, { signal }),
});

/** Notices whose cause may have ended when one of these lists changes. */
const ENDS_WITH: Readonly<Partial<Record<LiveTopic, NoticeKind>>> = {
  posts: 'postFailed',
  accounts: 'accountExpiring',
  comments: 'newComment',
};

/** Reloads the notices when this change may have ended the cause of one. */
export function refreshNotices(queryClient: QueryClient, topic: LiveTopic): void {
  const ended = ENDS_WITH[topic];
  const known = queryClient.getQueryData(noticesQuery.queryKey);
  if (ended && known?.notices.some(({ kind }) => kind === ended) !== false)
    void queryClient.invalidateQueries(noticesQuery);
}
