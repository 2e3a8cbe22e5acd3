import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Dialogs over a screen, which take the focus themselves. */
const DIALOGS = '[role=dialog], [role=alertdialog]';

/** Focuses the heading of each new screen. Without this, Tab would start at the top of the page, and a screen reader would not announce
 * the screen.
 */
export function useFocusOnArrival(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
        // A section whose id is in the URL takes the focus itself.
        const isNamed = document.getElementById(toLocation.hash) !== null;
        if (!fromLocation || !pathChanged || isNamed || document.querySelector(DIALOGS)) return;
        document.querySelector('h1')?.focus({ preventScroll: true });
      }),
    [router],
  );
}
