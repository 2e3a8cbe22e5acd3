import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { useEffect } from 'react';
import { lineAt } from '#lib/focus-line.ts';
import type { WindowVirtualizer } from '#lib/use-late-virtualizer.ts';

/** The card of the post `id`, for whoever comes back to it; `onArrived` runs once, also where the list has no such post. */
export type Arrival = Readonly<{ id: number; onArrived: () => void }>;

export function useArrival(
  virtualizer: WindowVirtualizer | null,
  posts: readonly PostView[],
  arrival: Arrival | null,
): void {
  useEffect(() => {
    if (!arrival) return undefined;
    const index = posts.findIndex(({ id }) => id === arrival.id);
    const look = () => {
      const card = lineAt(index);
      if (index >= 0 && !card) {
        // Only the cards near the window are in the page.
        virtualizer?.scrollToIndex(index, { align: 'center' });
        frame = requestAnimationFrame(look);
        return;
      }
      card?.focus({ preventScroll: true });
      card?.scrollIntoView({ block: 'center' });
      arrival.onArrived();
    };
    // After the router has put the window where a new page begins.
    let frame = requestAnimationFrame(look);
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [virtualizer, posts, arrival]);
}
