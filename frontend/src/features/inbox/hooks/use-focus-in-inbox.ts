import { useLayoutEffect, useRef } from 'react';
import { focusLine, focusedLine } from '#lib/focus-line.ts';
import type { InboxRow } from '../model/inbox-rows.ts';

/** Menus and dialogs over the page, which return the focus when they close. */
const OVERLAYS = '[role=menu], [role=dialog], [role=alertdialog]';

/** When the focused line leaves the list, focuses the line that is then at the same index. In an empty list, focuses the heading. */
export function useFocusInInbox(rows: readonly InboxRow[], scrollTo: (index: number) => void): void {
  const lastFocused = useRef<Readonly<{ key: string; index: number }> | null>(null);
  useLayoutEffect(() => {
    const lost = lastFocused.current;
    if (lost && document.activeElement === document.body && !rows.some(({ key }) => key === lost.key)) {
      const index = Math.min(lost.index, rows.length - 1);
      focusLine(index, () => {
        scrollTo(index);
      });
    }
    const remember = () => {
      const index = focusedLine();
      const row = index === null ? undefined : rows[index];
      if (row) lastFocused.current = { key: row.key, index: index ?? 0 };
      else if (document.activeElement !== document.body && !document.activeElement?.closest(OVERLAYS))
        lastFocused.current = null;
    };
    remember();
    document.addEventListener('focusin', remember);
    return () => {
      document.removeEventListener('focusin', remember);
    };
  }, [rows, scrollTo]);
  // The list disappears together with its last line.
  useLayoutEffect(
    () => () => {
      if (lastFocused.current) queueMicrotask(focusHeading);
    },
    [],
  );
}

/** Focuses the heading, unless another element has the focus. */
function focusHeading(): void {
  if (document.activeElement === document.body) document.querySelector('h1')?.focus({ preventScroll: true });
}
