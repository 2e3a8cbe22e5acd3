import { useEffect, useState, type ComponentProps } from 'react';
import { lazyPart } from '#lib/lazy-part.ts';
import { Part } from '#ui/part.tsx';
import type { SeveralPosts } from './several-posts.tsx';

const Loaded = lazyPart(async () => (await import('./several-posts.tsx')).SeveralPosts);
const WAIT_MS = 2_000;

/** Loads `SeveralPosts` two seconds after the page, or when an element of the page gets the focus. */
export function LazySeveral(props: ComponentProps<typeof SeveralPosts>) {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (isWanted) return undefined;
    const want = () => {
      setWanted(true);
    };
    const timer = setTimeout(want, WAIT_MS);
    document.addEventListener('focusin', want);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('focusin', want);
    };
  }, [isWanted]);
  return (
    isWanted && (
      <Part trouble="silent">
        <Loaded {...props} />
      </Part>
    )
  );
}
