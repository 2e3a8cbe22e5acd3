import {
  readNotices,
  type NoticesView,
  type ReadNoticesRequest,
} from '@posthorn/contracts/notifications/notices.http';
import { send } from '#lib/api-client.ts';
import { updateCached } from '#lib/optimistic-updates.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { noticesQuery } from './notices.ts';

/** Shows notices as read immediately. The response of the server then replaces them. */
export const useReadNotices = () =>
  useDeclaredMutation({
    send: (which: ReadNoticesRequest) => send(readNotices, which),
    optimistic: updateCached(noticesQuery, withRead),
    onDone: (cache, notices) => {
      cache.setQueryData(noticesQuery.queryKey, notices);
    },
    onRefused: (cache) => cache.invalidateQueries(noticesQuery),
  });

/** Returns the notices with one (`id`) or all marked as read. With all, the unread count also includes notices that the list omits. */
function withRead({ notices, unread }: NoticesView, { id }: ReadNoticesRequest): NoticesView {
  const marked = notices.map((notice) =>
    id === undefined || notice.id === id ? { ...notice, read: true } : notice,
  );
  const isUnread = notices.some((notice) => notice.id === id && !notice.read);
  return { notices: marked, unread: id === undefined ? 0 : unread - (isUnread ? 1 : 0) };
}
