import { createFileRoute } from '@tanstack/react-router';
import { PostsSkeleton } from '#features/scheduling/components/posts/posts-skeleton.tsx';
import { loadPosts } from '#features/scheduling/api/load-posts.ts';
import { loadFirstRun } from './-first-run.tsx';
import { redirectToHistory } from './-post-link.ts';
import { readPostsSearch } from '#features/scheduling/model/posts/posts-search.ts';
import { PostsScreen } from './-posts-screen.tsx';

export const Route = createFileRoute('/_signed-in/posts/')({
  validateSearch: readPostsSearch,
  beforeLoad: redirectToHistory,
  loader: ({ context, location }) => loadPosts(context.queryClient, location.search, loadFirstRun),
  pendingComponent: PostsSkeleton,
  component: Posts,
});

function Posts() {
  return <PostsScreen {...Route.useSearch()} />;
}
