import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { postQuery } from '../../api/posts.ts';
import { POSTS_TEXT } from '../../messages/posts.en.ts';
import { refusal } from '#ui/declared-mutation.ts';
import { toast } from '#ui/toast-store.ts';

/**
 * A post that may be beyond the loaded part of the list, or not in it. Null: it was deleted; undefined: it is loading, or there is no id. A brief
 * post of the list is shown while the whole post loads.
 */
export const usePost = (id: number | undefined, posts: readonly PostView[]): PostView | null | undefined =>
  useAsked(id, posts).post;

/** The whole post of the address, while it is not being published. Shows when it cannot be loaded, and calls `onFailed`. */
export function usePostToEdit(
  id: number | undefined,
  posts: readonly PostView[],
  onFailed: () => void,
): PostView | undefined {
  const { post, error } = useAsked(id, posts);
  useEffect(() => {
    if (!error) return;
    toast(refusal({ title: POSTS_TEXT.error, again: POSTS_TEXT.failed }, error));
    onFailed();
  }, [error, onFailed]);
  return post && !post.publishing && !post.brief ? post : undefined;
}

/** `error`: the post could not be loaded, and is not loading again. */
function useAsked(id: number | undefined, posts: readonly PostView[]) {
  const listed = posts.find((post) => post.id === id);
  const isAsked = id !== undefined && listed?.brief !== false;
  const { data, error, isFetching } = useQuery({ ...postQuery(id ?? 0), enabled: isAsked });
  const post = listed?.brief ? (data ?? listed) : (listed ?? data);
  return {
    post: id === undefined ? undefined : post,
    error: isAsked && data === undefined && !isFetching ? error : null,
  };
}

type Shown = Readonly<{
  shown: PostView | null | undefined;
  posts: readonly PostView[];
  choose: (id: number | undefined) => void;
}>;

/** When the selected post is removed, selects the one that takes its place in the list. */
export function useMovingOn(selected: number | undefined, { shown, posts, choose }: Shown): void {
  const place = useRef<Readonly<{ id: number; at: number }> | null>(null);
  useEffect(() => {
    const at = posts.findIndex(({ id }) => id === selected);
    if (selected !== undefined && at >= 0) place.current = { id: selected, at };
    else if (shown === null && place.current?.id === selected)
      choose(posts[Math.min(place.current?.at ?? 0, posts.length - 1)]?.id);
  }, [selected, shown, posts, choose]);
}
