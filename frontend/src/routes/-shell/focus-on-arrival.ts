import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** What lies over a screen takes the focus by itself. */
const OVER = '[role=dialog], [role=alertdialog]';

/** Leads the focus to the heading of each further screen: left at what has gone it would begin at the top of the page, and nobody would be told of the screen. */
export function useFocusOnArrival(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
        // A section that the address names takes it by itself.
        const isNamed = document.getElementById(toLocation.hash) !== null;
        if (!fromLocation || !pathChanged || isNamed || document.querySelector(OVER)) return;
        document.querySelector('h1')?.focus({ preventScroll: true });
      }),
    [router],
  );
}
