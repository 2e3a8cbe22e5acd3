import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { postQuery } from '../../api/posts.ts';
import { POSTS_TEXT } from '../../messages/posts.en.ts';
import { failureToast } from '#ui/declared-mutation.ts';
import { toast } from '#ui/toast-store.ts';

/** Loads a post that the loaded pages of the list may not contain. Null: the post was deleted; undefined: the post is loading, or the id
 * is missing. Returns the brief post of the list while the whole post loads.
 */
export const usePost = (id: number | undefined, posts: readonly PostView[]): PostView | null | undefined =>
  useLoadedPost(id, posts).post;

/** The whole post whose id is in the URL, unless it is being published. If the post fails to load, shows a toast and calls `onFailed`. */
export function usePostToEdit(
  id: number | undefined,
  posts: readonly PostView[],
  onFailed: () => void,
): PostView | undefined {
  const { post, error } = useLoadedPost(id, posts);
  useEffect(() => {
    if (!error) return;
    toast(failureToast({ title: POSTS_TEXT.error, again: POSTS_TEXT.failed }, error));
    onFailed();
  }, [error, onFailed]);
  return post && !post.publishing && !post.brief ? post : undefined;
}

/** `error`: the post failed to load, and no retry is running. */
function useLoadedPost(id: number | undefined, posts: readonly PostView[]) {
  const listed = posts.find((post) => post.id === id);
  const isRequested = id !== undefined && listed?.brief !== false;
  const { data, error, isFetching } = useQuery({ ...postQuery(id ?? 0), enabled: isRequested });
  const post = listed?.brief ? (data ?? listed) : (listed ?? data);
  return {
    post: id === undefined ? undefined : post,
    error: isRequested && data === undefined && !isFetching ? error : null,
  };
}

type ListState = Readonly<{
  shown: PostView | null | undefined;
  posts: readonly PostView[];
  choose: (id: number | undefined) => void;
}>;

/** When the selected post is removed, selects the post that is then at the same position of the list. */
export function useSelectNextPost(selected: number | undefined, { shown, posts, choose }: ListState): void {
  const lastPosition = useRef<Readonly<{ id: number; index: number }> | null>(null);
  useEffect(() => {
    const index = posts.findIndex(({ id }) => id === selected);
    if (selected !== undefined && index >= 0) lastPosition.current = { id: selected, index };
    else if (shown === null && lastPosition.current?.id === selected)
      choose(posts[Math.min(lastPosition.current?.index ?? 0, posts.length - 1)]?.id);
  }, [selected, shown, posts, choose]);
}
