import { useEffect, useState } from 'react';

const A_MOMENT_MS = 1_000;

/** False until the screen has been shown for a moment: for code and requests that the first load leaves out. */
export function useLater(): boolean {
  const [isLater, set] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      set(true);
    }, A_MOMENT_MS);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return isLater;
}
