import { redirect } from '@tanstack/react-router';
import { WIDE_QUERY } from '#lib/wide-query.ts';
import type { PostsSearch } from '#features/scheduling/model/posts/posts-search.ts';

type Entry = Readonly<{ cause: 'enter' | 'stay' | 'preload'; search: PostsSearch }>;

/** In a narrow window, where a list has no details beside it, a link to a post leads to the post's history. */
export function leadToPost({ cause, search: { post, compose, edit } }: Entry): void {
  const isAlone = post !== undefined && !compose && edit === undefined;
  if (cause !== 'enter' || !isAlone || window.matchMedia(WIDE_QUERY).matches) return;
  const params = { postId: String(post) };
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router's way to leave for another screen
  throw redirect({ to: '/posts/$postId/history', params, replace: true });
}
