import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { postQuery } from '#features/scheduling/api/posts.ts';

/**
 * A post, which may be further down the list than what is loaded, or not in it; null: it is gone; undefined: on its way, or no id. One that
 * is brief in the list is asked for, and brief until then.
 */
export function usePost(id: number | undefined, posts: readonly PostView[]): PostView | null | undefined {
  const listed = posts.find((post) => post.id === id);
  const { data: asked } = useQuery({
    ...postQuery(id ?? 0),
    enabled: id !== undefined && listed?.brief !== false,
  });
  if (id === undefined) return undefined;
  return listed?.brief ? (asked ?? listed) : (listed ?? asked);
}

type Shown = Readonly<{
  shown: PostView | null | undefined;
  posts: readonly PostView[];
  choose: (id: number | undefined) => void;
}>;

/** When the selected post has gone, the one that takes its place in the list is selected. */
export function useMovingOn(selected: number | undefined, { shown, posts, choose }: Shown): void {
  const place = useRef<Readonly<{ id: number; at: number }> | null>(null);
  useEffect(() => {
    const at = posts.findIndex(({ id }) => id === selected);
    if (selected !== undefined && at >= 0) place.current = { id: selected, at };
    else if (shown === null && place.current?.id === selected)
      choose(posts[Math.min(place.current?.at ?? 0, posts.length - 1)]?.id);
  }, [selected, shown, posts, choose]);
}
