import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { useCallback, useEffect, useRef } from 'react';

type Remove = (post: PostView) => void;

/** Wraps `remove`. After a removal, focuses the card that is then at the same position, or the heading. */
export function useFocusAfterRemoval(posts: readonly PostView[], remove: Remove): Remove {
  const removal = useRef<Readonly<{ id: number; at: number }> | null>(null);
  const shown = useRef(posts);
  useEffect(() => {
    shown.current = posts;
    const removed = removal.current;
    if (!removed || posts.some(({ id }) => id === removed.id)) return;
    removal.current = null;
    const at = Math.min(removed.at, posts.length - 1);
    const card = document.querySelector<HTMLElement>(`[data-index="${String(at)}"] article`);
    (card ?? document.querySelector('h1'))?.focus({ preventScroll: true });
  }, [posts]);
  return useCallback(
    (post) => {
      removal.current = { id: post.id, at: shown.current.findIndex(({ id }) => id === post.id) };
      remove(post);
    },
    [remove],
  );
}
