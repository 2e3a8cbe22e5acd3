import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Layers over a screen, which take the focus themselves. */
const OVER = '[role=dialog], [role=alertdialog]';

/**
 * Moves the focus to the heading of each new screen. Otherwise Tab would start at the top of the page, and a screen reader would not announce
 * the screen.
 */
export function useFocusOnArrival(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
        // A section that the URL names takes the focus itself.
        const isNamed = document.getElementById(toLocation.hash) !== null;
        if (!fromLocation || !pathChanged || isNamed || document.querySelector(OVER)) return;
        document.querySelector('h1')?.focus({ preventScroll: true });
      }),
    [router],
  );
}
