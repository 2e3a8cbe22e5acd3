import { useLayoutEffect, useRef } from 'react';
import { focusLine, focusedLine } from '#lib/focus-line.ts';
import type { InboxRow } from '../model/inbox-rows.ts';

/** What lies over the page; the focus comes back from there. */
const OVER = '[role=menu], [role=dialog], [role=alertdialog]';

/** The focus of a line that leaves the list goes to the one that takes its place, or to the heading when none is left. */
export function useFocusKept(rows: readonly InboxRow[], scrollTo: (index: number) => void): void {
  const had = useRef<Readonly<{ key: string; at: number }> | null>(null);
  useLayoutEffect(() => {
    const lost = had.current;
    if (lost && document.activeElement === document.body && !rows.some(({ key }) => key === lost.key)) {
      const at = Math.min(lost.at, rows.length - 1);
      focusLine(at, () => {
        scrollTo(at);
      });
    }
    const remember = () => {
      const at = focusedLine();
      const row = at === null ? undefined : rows[at];
      if (row) had.current = { key: row.key, at: at ?? 0 };
      else if (document.activeElement !== document.body && !document.activeElement?.closest(OVER))
        had.current = null;
    };
    remember();
    document.addEventListener('focusin', remember);
    return () => {
      document.removeEventListener('focusin', remember);
    };
  }, [rows, scrollTo]);
  // The list itself leaves with its last line.
  useLayoutEffect(
    () => () => {
      if (had.current) queueMicrotask(focusHeading);
    },
    [],
  );
}

/** Unless something else has the focus by now. */
function focusHeading(): void {
  if (document.activeElement === document.body) document.querySelector('h1')?.focus({ preventScroll: true });
}
