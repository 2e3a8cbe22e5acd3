import { useSyncExternalStore } from 'react';

/**
 * How much of the window's foot the keyboard of a phone covers, in CSS pixels. Zero where the window itself gets smaller
 * (`interactive-widget=resizes-content`), which Safari on iOS does not do, and while somebody has zoomed in.
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
