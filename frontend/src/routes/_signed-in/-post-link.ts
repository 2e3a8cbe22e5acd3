import { redirect } from '@tanstack/react-router';
import { WIDE_QUERY } from '#lib/wide-query.ts';
import type { PostsSearch } from '#features/scheduling/model/posts/posts-search.ts';

type Entry = Readonly<{ cause: 'enter' | 'stay' | 'preload'; search: PostsSearch }>;

/** A narrow window does not show details next to the list, so there a link to a post opens the history of the post. */
export function redirectToHistory({ cause, search: { post, compose, edit } }: Entry): void {
  const isAlone = post !== undefined && !compose && edit === undefined;
  if (cause !== 'enter' || !isAlone || window.matchMedia(WIDE_QUERY).matches) return;
  const params = { postId: String(post) };
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router redirects by a thrown value
  throw redirect({ to: '/posts/$postId/history', params, replace: true });
}
