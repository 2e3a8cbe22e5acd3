import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { useEffect } from 'react';
import { lineAt } from '#lib/focus-line.ts';
import type { WindowVirtualizer } from '#lib/use-late-virtualizer.ts';

/** The card of the post `id`, for a user who returns to it. `onArrived` runs once, even when the list has no such post. */
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
        // Only the cards near the window are rendered.
        virtualizer?.scrollToIndex(index, { align: 'center' });
        frame = requestAnimationFrame(look);
        return;
      }
      card?.focus({ preventScroll: true });
      card?.scrollIntoView({ block: 'center' });
      arrival.onArrived();
    };
    // Runs after the router has scrolled the new page.
    let frame = requestAnimationFrame(look);
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [virtualizer, posts, arrival]);
}
