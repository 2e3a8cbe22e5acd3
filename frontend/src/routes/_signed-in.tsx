import { analyticsOfPosts, analyticsOverview, postLooks } from '@posthorn/contracts/analytics/analytics.http';
import { getBilling } from '@posthorn/contracts/billing/billing.http';
import { listNotices } from '@posthorn/contracts/identity/notices.http';
import { currentUser } from '@posthorn/contracts/identity/session.http';
import { getTimezone } from '@posthorn/contracts/identity/timezone.http';
import { getUserSettings } from '@posthorn/contracts/identity/user-settings.http';
import { getComment, listComments, summarizeInbox } from '@posthorn/contracts/inbox/comments.http';
import { getInboxSettings } from '@posthorn/contracts/inbox/settings.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { getHistory } from '@posthorn/contracts/scheduling/history.http';
import { getPost, listPosts } from '@posthorn/contracts/scheduling/posts.http';
import type { LiveChanges, LiveTopic } from '@posthorn/contracts/shared/live.http';
import { useQueryClient, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import { createFileRoute, Outlet, redirect, useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { currentUserQuery } from '#features/identity/api/current-user.ts';
import { useZoneDetection } from '#features/identity/api/detect-timezone.ts';
import { refreshComments } from '#features/inbox/api/refresh-comments.ts';
import { refreshNotices } from '#features/notifications/api/notices.ts';
import { refreshPosts } from '#features/scheduling/api/refresh-posts.ts';
import { onStaleRead } from '#lib/api-client.ts';
import { noteCut } from '#lib/live-cut.ts';
import { listenLive, type LiveNews } from '#lib/live-updates.ts';
import { AppShell } from './-shell/app-shell.tsx';

const ConsentNews = lazy(async () => ({
  default: (await import('#features/integrations/components/consent-news.tsx')).ConsentNews,
}));
/** The address tells of a consent that has ended. */
const NEWS = /[?&](?:connected|granted|refused)=/u;

/** Query keys begin with a path; these are the beginnings that a topic moves. */
const TOPIC_PATHS: Readonly<Record<LiveTopic, readonly string[]>> = {
  posts: [listPosts.path],
  accounts: [listAccounts.path],
  user: [currentUser.path, getTimezone.path, getUserSettings.path, getBilling.path],
  notices: [listNotices.path],
  // What happens to comments is told in the history of their post.
  comments: [listComments.path, getInboxSettings.path, getHistory.path],
  analytics: [analyticsOfPosts.path, analyticsOverview.path],
};

/** What was read too early, where the query of it is found by another path: one post may be anywhere in the lists. */
const STALE_PATHS: Readonly<Record<string, string>> = {
  [getPost.path]: listPosts.path,
  [postLooks.path]: analyticsOfPosts.path,
};

export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async ({ context: { queryClient }, location }) => {
    const user = await queryClient.query(currentUserQuery);
    if (!user) {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router's way to leave for another screen
      throw redirect({ to: '/login', search: location.href === '/' ? {} : { next: location.href } });
    }
    return { user };
  },
  pendingMs: 0,
  component: SignedIn,
});

function SignedIn() {
  const { user: known } = Route.useRouteContext();
  const { data } = useSuspenseQuery(currentUserQuery);
  const user = data ?? known;
  const navigate = useNavigate();
  useEffect(() => {
    // Signed out elsewhere, or the session has ended.
    if (data === null) void navigate({ to: '/login' });
  }, [data, navigate]);
  const hasNews = useLocation({ select: ({ searchStr }) => NEWS.test(searchStr) });
  useZoneDetection(data);
  useLiveLists(user.id);
  return (
    <AppShell user={user}>
      <Outlet />
      <Suspense>{hasNews && <ConsentNews />}</Suspense>
    </AppShell>
  );
}

function useLiveLists(userId: string): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const refresh = (paths: readonly string[]) =>
      void queryClient.invalidateQueries({
        predicate: ({ queryKey: [path] }) => paths.some((start) => String(path).startsWith(start)),
      });
    const onMoved = ({ topic, changes }: LiveNews) => {
      if (topic === 'posts' && changes) refreshSome(queryClient, changes);
      else if (topic === 'comments' && changes) refreshSomeComments(queryClient, changes);
      else refresh(TOPIC_PATHS[topic]);
      refreshNotices(queryClient, topic);
    };
    const endLive = listenLive(userId, onMoved, noteCut);
    const endStale = onStaleRead((path) => {
      setTimeout(() => {
        refresh([STALE_PATHS[path] ?? path]);
      }, 1_000);
    });
    return () => {
      endLive();
      noteCut(null);
      endStale();
    };
  }, [queryClient, userId]);
}

/** These posts only, and what is told of them elsewhere: the counts, their histories. */
function refreshSome(queryClient: QueryClient, { ids, gone }: LiveChanges): void {
  void refreshPosts(queryClient, ids, gone);
  const all = [...ids, ...gone];
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [path, id] }) =>
      path !== listPosts.path &&
      path !== getPost.path &&
      String(path).startsWith(listPosts.path) &&
      (typeof id !== 'number' || all.includes(id)),
  });
}

/** These comments only, and what is told of them elsewhere: the counts, their histories and those of their posts. */
function refreshSomeComments(queryClient: QueryClient, { ids }: LiveChanges): void {
  void refreshComments(queryClient, ids);
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [path, id] }) =>
      path === summarizeInbox.path ||
      (path === getComment.path && ids.includes(id as number)) ||
      String(path).startsWith(getHistory.path),
  });
}
