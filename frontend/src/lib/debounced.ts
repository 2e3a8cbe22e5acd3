import { useEffect, useState } from 'react';

/** Returns the text as it was at the last pause in typing. Returns an empty text immediately. */
export function useDebounced(text: string, pauseMilliseconds: number): string {
  const [settledText, setSettledText] = useState(text);
  useEffect(() => {
    const timer = setTimeout(
      () => {
        setSettledText(text);
      },
      text === '' ? 0 : pauseMilliseconds,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [text, pauseMilliseconds]);
  return text === '' ? '' : settledText;
}
