import {
  readNotices,
  type NoticesView,
  type ReadNoticesRequest,
} from '@posthorn/contracts/notifications/notices.http';
import { send } from '#lib/api-client.ts';
import { seenIn } from '#lib/at-once.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { noticesQuery } from './notices.ts';

/** Shows notices as read at once. The server's answer then replaces this. */
export const useReadNotices = () =>
  useDeclaredMutation({
    send: (which: ReadNoticesRequest) => send(readNotices, which),
    atOnce: seenIn(noticesQuery, withRead),
    onDone: (cache, notices) => {
      cache.setQueryData(noticesQuery.queryKey, notices);
    },
    onRefused: (cache) => cache.invalidateQueries(noticesQuery),
  });

/** The times of hidden notices are unknown here, so all of them count as read together with the shown ones. */
function withRead({ notices, unread }: NoticesView, { id }: ReadNoticesRequest): NoticesView {
  const marked = notices.map((notice) =>
    id === undefined || notice.id === id ? { ...notice, read: true } : notice,
  );
  const isUnread = notices.some((notice) => notice.id === id && !notice.read);
  return { notices: marked, unread: id === undefined ? 0 : unread - (isUnread ? 1 : 0) };
}
