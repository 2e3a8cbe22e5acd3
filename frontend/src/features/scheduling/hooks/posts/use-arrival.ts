import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { useEffect } from 'react';
import { lineAt } from '#lib/focus-line.ts';
import type { WindowVirtualizer } from '#lib/use-late-virtualizer.ts';

/** A card to show and focus. `onArrived` runs once, even when the list does not contain the post. */
export type Arrival = Readonly<{ id: number; onArrived: () => void }>;

export function useArrival(
  virtualizer: WindowVirtualizer | null,
  posts: readonly PostView[],
  arrival: Arrival | null,
): void {
  useEffect(() => {
    if (!arrival) return undefined;
    const index = posts.findIndex(({ id }) => id === arrival.id);
    const showCard = () => {
      const card = lineAt(index);
      if (index >= 0 && !card) {
        // The list renders only the cards near the window.
        virtualizer?.scrollToIndex(index, { align: 'center' });
        frame = requestAnimationFrame(showCard);
        return;
      }
      card?.focus({ preventScroll: true });
      card?.scrollIntoView({ block: 'center' });
      arrival.onArrived();
    };
    // Runs after the router has scrolled the new page.
    let frame = requestAnimationFrame(showCard);
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [virtualizer, posts, arrival]);
}
