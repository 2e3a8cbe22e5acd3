import { useEffect, useState, type RefObject } from 'react';

/** An element within this distance of the window counts as near, so that it loads before the user reaches it. */
const AHEAD = '600px 0px';

/** Returns whether the element has come near the window. Always true in browsers without `IntersectionObserver`. */
export function useNearWindow(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(() => typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (!element.current || isNear) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element.current);
    return () => {
      observer.disconnect();
    };
  }, [element, isNear]);
  return isNear;
}
