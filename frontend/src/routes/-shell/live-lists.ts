import { analyticsOfPosts, analyticsOverview, postLooks } from '@posthorn/contracts/analytics/analytics.http';
import { getBilling } from '@posthorn/contracts/billing/billing.http';
import { listNotices } from '@posthorn/contracts/notifications/notices.http';
import { currentUser } from '@posthorn/contracts/identity/session.http';
import { getTimezone } from '@posthorn/contracts/identity/timezone.http';
import { getUserSettings } from '@posthorn/contracts/identity/user-settings.http';
import { listComments } from '@posthorn/contracts/inbox/comments.http';
import { getInboxSettings } from '@posthorn/contracts/inbox/settings.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { showCalendar } from '@posthorn/contracts/scheduling/calendar.http';
import { getHistory } from '@posthorn/contracts/scheduling/history.http';
import { getPost, listPosts } from '@posthorn/contracts/scheduling/posts.http';
import type { LiveTopic } from '@posthorn/contracts/shared/live.http';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { commentsChanged } from '#features/inbox/api/comments-changed.ts';
import { refreshNotices } from '#features/notifications/api/notices.ts';
import { postsChanged } from '#features/scheduling/api/posts-changed.ts';
import { onStaleRead } from '#lib/api-client.ts';
import { noteDisconnected } from '#lib/live-cut.ts';
import { listenLive, type ListChange } from '#lib/live-updates.ts';

/** The path of `listDrafts`. An import of its module would add texts to every first load. */
const DRAFTS_PATH = '/api/drafts';

/** The queries that each topic reloads, by the beginning of their path. Query keys begin with a path. */
const TOPIC_PATHS: Readonly<Record<LiveTopic, readonly string[]>> = {
  posts: [listPosts.path, showCalendar.path],
  drafts: [DRAFTS_PATH, showCalendar.path],
  accounts: [listAccounts.path],
  user: [currentUser.path, getTimezone.path, getUserSettings.path, getBilling.path],
  notices: [listNotices.path],
  // The history of a post also contains events of its comments.
  comments: [listComments.path, getInboxSettings.path, getHistory.path],
  analytics: [analyticsOfPosts.path, analyticsOverview.path],
};

/** The paths to reload after a stale read, if they differ from the path of the read. For example, a post may be in each list. */
const STALE_PATHS: Readonly<Record<string, string>> = {
  [getPost.path]: listPosts.path,
  [postLooks.path]: analyticsOfPosts.path,
};

/** Reloads the queries of changed lists, in all features. */
export function useLiveLists(userId: string): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const refresh = (paths: readonly string[]) =>
      void queryClient.invalidateQueries({
        predicate: ({ queryKey: [path] }) => paths.some((start) => String(path).startsWith(start)),
      });
    const onChanged = ({ topic, changes }: ListChange) => {
      if (topic === 'posts' && changes) postsChanged(queryClient, changes);
      else if (topic === 'comments' && changes) commentsChanged(queryClient, changes);
      else refresh(TOPIC_PATHS[topic]);
      refreshNotices(queryClient, topic);
    };
    const onCut = (since: number | null) => {
      noteDisconnected(since);
      // Reloads queries that failed while the server was unreachable. For other queries, the server resends missed changes.
      if (since === null)
        void queryClient.refetchQueries({
          type: 'active',
          predicate: ({ state }) => state.status === 'error',
        });
    };
    const endLive = listenLive(userId, onChanged, onCut);
    const endStale = onStaleRead((path) => {
      setTimeout(() => {
        refresh([STALE_PATHS[path] ?? path]);
      }, 1_000);
    });
    return () => {
      endLive();
      noteDisconnected(null);
      endStale();
    };
  }, [queryClient, userId]);
}
