import { useSyncExternalStore } from 'react';

/** Returns the height that the keyboard of a phone covers at the bottom of the window, in CSS pixels. Returns zero while the page is
 * zoomed, and in browsers that shrink the window (`interactive-widget=resizes-content`, which Safari on iOS ignores).
 */
export const useKeyboardHeight = (): number => useSyncExternalStore(subscribe, height);

function height(): number {
  const viewport = window.visualViewport;
  if (!viewport || viewport.scale !== 1) return 0;
  return Math.max(0, Math.round(window.innerHeight - viewport.height - viewport.offsetTop));
}

function subscribe(listener: () => void): () => void {
  const viewport = window.visualViewport;
  viewport?.addEventListener('resize', listener);
  viewport?.addEventListener('scroll', listener);
  return () => {
    viewport?.removeEventListener('resize', listener);
    viewport?.removeEventListener('scroll', listener);
  };
}
