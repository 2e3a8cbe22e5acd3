import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { useCallback, useRef } from 'react';
import { ROOMY } from '#lib/roomy.ts';
import { useMedia } from '#lib/use-media.ts';
import { useSelection, useWayBack } from './-posts-place.ts';
import { useMovingOn, usePost } from './-selected-post.ts';

/** The details beside the list, where the window has room for both: what is selected, and the ways there and back. */
export function useDetails(inAddress: number | undefined, posts: readonly PostView[], hasPosts: boolean) {
  const isShown = useMedia(ROOMY) && hasPosts;
  const { id, choose } = useSelection(inAddress);
  const selected = isShown ? id : undefined;
  const post = usePost(selected, posts);
  useMovingOn(selected, { shown: post, posts, choose });
  const pane = useRef<HTMLElement>(null);
  const enter = useCallback(() => {
    pane.current?.focus({ preventScroll: true });
  }, []);
  const [back, leave] = useWayBack(id, posts);
  return { isShown, post, selection: { id, choose, enter }, pane, back, leave };
}
