import {
  listNotices,
  readNotices,
  type NoticeKind,
  type NoticesView,
  type ReadNoticesRequest,
} from '@posthorn/contracts/identity/notices.http';
import type { LiveTopic } from '@posthorn/contracts/shared/live.http';
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
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

/** Shown as read at once; what the server says afterwards counts. */
export function useReadNotices() {
  const queryClient = useQueryClient();
  const { queryKey } = noticesQuery;
  return useMutation({
    mutationFn: (which: ReadNoticesRequest) => send(readNotices, which),
    onMutate: (which) => {
      queryClient.setQueryData(queryKey, (known) => known && withRead(known, which));
    },
    onSuccess: (notices) => {
      queryClient.setQueryData(queryKey, notices);
    },
    onError: () => queryClient.invalidateQueries(noticesQuery),
  });
}

/** Of those that are not shown nobody here knows when they came: all of them count as read with the shown ones. */
function withRead({ notices, unread }: NoticesView, { id }: ReadNoticesRequest): NoticesView {
  const marked = notices.map((notice) =>
    id === undefined || notice.id === id ? { ...notice, read: true } : notice,
  );
  const isUnread = notices.some((notice) => notice.id === id && !notice.read);
  return { notices: marked, unread: id === undefined ? 0 : unread - (isUnread ? 1 : 0) };
}
