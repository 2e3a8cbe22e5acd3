import { useLayoutEffect, useRef } from 'react';
import type { WindowVirtualizer } from './use-late-virtualizer.ts';

/** Keeps the first visible line at the same position in the window when lines above change.
 * @param keys the keys of all lines; a line keeps its key
 * @param top the offset of the list in the page, in pixels
 */
export function useScrollAnchor(
  virtualizer: WindowVirtualizer | null,
  keys: readonly (string | number)[],
  top: number,
): void {
  const anchor = useRef<Readonly<{ key: string | number; start: number }> | null>(null);
  useLayoutEffect(() => {
    const index = anchor.current ? keys.indexOf(anchor.current.key) : -1;
    const start = virtualizer?.measurementsCache[index]?.start;
    const by = anchor.current && start !== undefined ? start - anchor.current.start : 0;
    if (by !== 0) window.scrollBy(0, by);
  }, [keys, virtualizer]);
  useLayoutEffect(() => {
    // At the top of the list, no line is kept in position, because the user should see new lines.
    const first =
      virtualizer && window.scrollY > top ? virtualizer.getVirtualItemForOffset(window.scrollY) : undefined;
    const key = first && keys[first.index];
    anchor.current = first && key !== undefined ? { key, start: first.start } : null;
  });
}
