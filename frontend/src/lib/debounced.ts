import { useEffect, useState } from 'react';

/** A text as it was when its writer last paused; an emptied one at once. */
export function useDebounced(text: string, pauseMilliseconds: number): string {
  const [settled, settle] = useState(text);
  useEffect(() => {
    const timer = setTimeout(
      () => {
        settle(text);
      },
      text === '' ? 0 : pauseMilliseconds,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [text, pauseMilliseconds]);
  return text === '' ? '' : settled;
}
