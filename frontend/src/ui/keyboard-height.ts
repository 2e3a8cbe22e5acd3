import { useSyncExternalStore } from 'react';

/**
 * The height that a phone's keyboard covers at the bottom of the window, in CSS pixels. Zero where the window itself shrinks
 * (`interactive-widget=resizes-content`; Safari on iOS does not), and while the page is zoomed.
 */
export const useKeyboardHeight = (): number => useSyncExternalStore(subscribe, height);

function height(): number {
  const seen = window.visualViewport;
  if (!seen || seen.scale !== 1) return 0;
  return Math.max(0, Math.round(window.innerHeight - seen.height - seen.offsetTop));
}

function subscribe(tell: () => void): () => void {
  const seen = window.visualViewport;
  seen?.addEventListener('resize', tell);
  seen?.addEventListener('scroll', tell);
  return () => {
    seen?.removeEventListener('resize', tell);
    seen?.removeEventListener('scroll', tell);
  };
}
