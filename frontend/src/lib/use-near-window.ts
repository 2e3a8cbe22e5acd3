import { useEffect, useState, type RefObject } from 'react';

/** So far from the window something counts as near: whoever scrolls there does not wait for it. */
const AHEAD = '600px 0px';

/** Whether something has been near the window, or is asked for where nobody can tell. */
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
