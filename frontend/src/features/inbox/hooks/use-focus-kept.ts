import { useLayoutEffect, useRef } from 'react';
import { focusLine, focusedLine } from '#lib/focus-line.ts';
import type { InboxRow } from '../model/inbox-rows.ts';

/** Layers over the page, which return the focus when they close. */
const OVER = '[role=menu], [role=dialog], [role=alertdialog]';

/** When the focused line leaves the list, moves the focus to the line in its place, or to the heading of an empty list. */
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
  // The list itself is removed with its last line.
  useLayoutEffect(
    () => () => {
      if (had.current) queueMicrotask(focusHeading);
    },
    [],
  );
}

/** Keeps the focus when another element already has it. */
function focusHeading(): void {
  if (document.activeElement === document.body) document.querySelector('h1')?.focus({ preventScroll: true });
}
