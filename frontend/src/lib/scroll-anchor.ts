import { useLayoutEffect, useRef } from 'react';
import type { WindowVirtualizer } from './use-late-virtualizer.ts';

/**
 * Keeps the first visible line at its place on screen when lines above it change.
 * @param keys of all lines; a line keeps its key
 * @param top the offset of the list in the page, in pixels
 */
export function useScrollAnchor(
  virtualizer: WindowVirtualizer | null,
  keys: readonly (string | number)[],
  top: number,
): void {
  const seen = useRef<Readonly<{ key: string | number; start: number }> | null>(null);
  useLayoutEffect(() => {
    const index = seen.current ? keys.indexOf(seen.current.key) : -1;
    const start = virtualizer?.measurementsCache[index]?.start;
    const by = seen.current && start !== undefined ? start - seen.current.start : 0;
    if (by !== 0) window.scrollBy(0, by);
  }, [keys, virtualizer]);
  useLayoutEffect(() => {
    // Above the list nothing is kept in place, because the user should see new lines there.
    const first =
      virtualizer && window.scrollY > top ? virtualizer.getVirtualItemForOffset(window.scrollY) : undefined;
    const key = first && keys[first.index];
    seen.current = first && key !== undefined ? { key, start: first.start } : null;
  });
}
