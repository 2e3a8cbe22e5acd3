import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { useEffect, useRef } from 'react';
import { lineAt } from '#lib/focus-line.ts';

type Last = Readonly<{ element: HTMLElement; id: number | undefined; index: number }>;

/**
 * Keeps the focus in the list when posts move or disappear, for example after "Post now" or the deletion of several posts. The focus goes
 * to the card of the same post, or to the card that is now at its position.
 */
export function useFocusInList(posts: readonly PostView[]): void {
  const shown = useRef(posts);
  const last = useRef<Last | null>(null);
  useEffect(() => {
    const note = () => {
      const { activeElement: element } = document;
      const item = element?.closest<HTMLElement>('li[data-index]');
      if (!item || !(element instanceof HTMLElement)) return;
      const index = Number(item.dataset['index']);
      last.current = { element, id: shown.current[index]?.id, index };
    };
    const forget = () => {
      last.current = null;
    };
    document.addEventListener('focusin', note);
    document.addEventListener('pointerdown', forget, { capture: true });
    // Notes the element whose focus loaded this code.
    note();
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', forget, { capture: true });
    };
  }, []);
  useEffect(() => {
    shown.current = posts;
    const { current: lost } = last;
    if (!lost || document.activeElement !== document.body) return;
    const own = posts.findIndex(({ id }) => id === lost.id);
    const card = lineAt(own) ?? lineAt(Math.min(lost.index, posts.length - 1));
    (lost.element.isConnected ? lost.element : card)?.focus({ preventScroll: true });
  }, [posts]);
}
