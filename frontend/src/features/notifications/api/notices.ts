import { listNotices } from '@posthorn/contracts/notifications/notices.http';
import type { NoticeKind } from '@posthorn/contracts/shared/notice-choices';
import type { LiveTopic } from '@posthorn/contracts/shared/live.http';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

export const noticesQuery = queryOptions({
  queryKey: [listNotices.path],
  queryFn: ({ signal }) => send(listNotices, undefined, { signal }),
});

/** What may be over when one of these lists has moved on. */
const ENDS_WITH: Readonly<Partial<Record<LiveTopic, NoticeKind>>> = {
  posts: 'postFailed',
  accounts: 'accountExpiring',
  comments: 'newComment',
};

/** Asks for the notices again where one of them may be over by this news. */
export function refreshNotices(queryClient: QueryClient, topic: LiveTopic): void {
  const ended = ENDS_WITH[topic];
  const known = queryClient.getQueryData(noticesQuery.queryKey);
  if (ended && known?.notices.some(({ kind }) => kind === ended) !== false)
    void queryClient.invalidateQueries(noticesQuery);
}
