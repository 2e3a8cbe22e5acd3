import { useCallback, useSyncExternalStore } from 'react';

/** Whether the window is as a media query wants it, now and from now on. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (tell: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', tell);
      return () => {
        media.removeEventListener('change', tell);
      };
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
