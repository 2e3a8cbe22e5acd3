import { useLayoutEffect, useRef } from 'react';
import type { WindowVirtualizer } from './use-late-virtualizer.ts';

/**
 * Keeps the first line in sight where it is when others come, go or move above it.
 * @param keys of all lines, the same for the same one
 * @param top where the list begins, in pixels
 */
export function useSamePlace(
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
    // Above the list nothing is to be kept: what is new there is wanted there.
    const first =
      virtualizer && window.scrollY > top ? virtualizer.getVirtualItemForOffset(window.scrollY) : undefined;
    const key = first && keys[first.index];
    seen.current = first && key !== undefined ? { key, start: first.start } : null;
  });
}
