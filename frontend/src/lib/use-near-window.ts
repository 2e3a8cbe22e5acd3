import { useEffect, useState, type RefObject } from 'react';

/** At this distance from the window something counts as near, so that it is loaded before the user reaches it. */
const AHEAD = '600px 0px';

/** Whether an element has come near the window. Always true in browsers without `IntersectionObserver`. */
export function useNearWindow(place: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(() => typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (!place.current || isNear) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(place.current);
    return () => {
      observer.disconnect();
    };
  }, [place, isNear]);
  return isNear;
}
