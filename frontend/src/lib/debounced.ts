import { useEffect, useState } from 'react';

/** The text after its last pause in typing. An empty text is returned at once. */
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
