import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react';
import { focusLine, lineAt, lineToGoFrom } from '#lib/focus-line.ts';
import { useShortcuts } from '#lib/shortcuts.ts';

/** The post whose details are open next to the list, in a wide window. */
export type DetailsSelection = Readonly<{
  id: number | undefined;
  choose: (id: number) => void;
  /** Moves the focus to the details. */
  enter: () => void;
}>;

type List = Readonly<{
  posts: readonly PostView[];
  selection: DetailsSelection | undefined;
  /** The index of the first rendered card. */
  first: () => number;
  scrollTo: (index: number) => void;
}>;

/** Moves the focus and the selection from card to card with the keys `j` and `k`. Returns a key handler for the cards: when details are
 * next to the list, the arrow keys also move up, down, and to the details.
 */
export function usePostKeys(list: List): (event: KeyboardEvent<HTMLElement>) => void {
  const latestList = useRef(list);
  useEffect(() => {
    latestList.current = list;
  });
  const goBy = useMemo(
    () => (by: 1 | -1) => {
      moveFocus(() => latestList.current, by);
    },
    [],
  );
  useShortcuts(
    useMemo(
      () => ({
        j: () => {
          goBy(1);
        },
        k: () => {
          goBy(-1);
        },
      }),
      [goBy],
    ),
  );
  return (event) => {
    const { selection } = list;
    const isOfCard = event.target instanceof HTMLElement && event.target.matches('article');
    if (!selection || !isOfCard || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowDown') goBy(1);
    else if (event.key === 'ArrowUp') goBy(-1);
    else if (event.key === 'ArrowRight') selection.enter();
    else return;
    event.preventDefault();
  };
}

function moveFocus(list: () => List, by: 1 | -1): void {
  const { posts, selection, first } = list();
  const from = lineToGoFrom() ?? posts.findIndex(({ id }) => id === selection?.id);
  const to = from < 0 ? first() : from + by;
  const post = posts[to];
  if (!post) return;
  selection?.choose(post.id);
  lineAt(to)?.scrollIntoView({ block: 'center' });
  focusLine(to, () => {
    // Reads the list again, because the list cannot scroll until its virtualizer has loaded.
    list().scrollTo(to);
  });
}
