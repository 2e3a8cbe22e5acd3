import { getComment, summarizeInbox } from '@posthorn/contracts/inbox/comments.http';
import { getHistory } from '@posthorn/contracts/scheduling/history.http';
import type { LiveChanges } from '@posthorn/contracts/shared/live.http';
import type { QueryClient } from '@tanstack/react-query';
import { refreshComments } from './refresh-comments.ts';

/** Refreshes the changed comments and the data that depends on them: the counts, their histories, and the histories of posts. */
export function commentsChanged(queryClient: QueryClient, { ids }: LiveChanges): void {
  void refreshComments(queryClient, ids);
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [path, id] }) =>
      path === summarizeInbox.path ||
      (path === getComment.path && ids.includes(id as number)) ||
      String(path).startsWith(getHistory.path),
  });
}
