import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react';
import { focusLine, lineAt, lineToGoFrom } from '#lib/focus-line.ts';
import { useShortcuts } from '#lib/shortcuts.ts';

/** The post with open details beside the list, where the window has room for them. */
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

/**
 * Moves from card to card with `j` and `k`, with the focus and the selection. Returns the key handler of the focused card: with details beside the
 * list the arrow keys move up, down, and to the details.
 */
export function useGoingThrough(list: List): (event: KeyboardEvent<HTMLElement>) => void {
  const now = useRef(list);
  useEffect(() => {
    now.current = list;
  });
  const goBy = useMemo(
    () => (by: 1 | -1) => {
      go(() => now.current, by);
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

function go(list: () => List, by: 1 | -1): void {
  const { posts, selection, first } = list();
  const from = lineToGoFrom() ?? posts.findIndex(({ id }) => id === selection?.id);
  const to = from < 0 ? first() : from + by;
  const post = posts[to];
  if (!post) return;
  selection?.choose(post.id);
  lineAt(to)?.scrollIntoView({ block: 'center' });
  focusLine(to, () => {
    // Uses the list at that time, because at first it cannot scroll.
    list().scrollTo(to);
  });
}
