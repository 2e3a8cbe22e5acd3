import { showCalendar } from '@posthorn/contracts/scheduling/calendar.http';
import { getPost, listPosts } from '@posthorn/contracts/scheduling/posts.http';
import type { LiveChanges } from '@posthorn/contracts/shared/live.http';
import type { QueryClient } from '@tanstack/react-query';
import { refreshPosts } from './refresh-posts.ts';

/** Refreshes the changed posts and the data that depends on them: the counts, their histories and the calendar. */
export function postsChanged(queryClient: QueryClient, { ids, gone }: LiveChanges): void {
  void refreshPosts(queryClient, ids, gone);
  const all = [...ids, ...gone];
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [path, id] }) =>
      path === showCalendar.path ||
      (path !== listPosts.path &&
        path !== getPost.path &&
        String(path).startsWith(listPosts.path) &&
        (typeof id !== 'number' || all.includes(id))),
  });
}
