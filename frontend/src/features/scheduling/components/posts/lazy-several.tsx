import { useEffect, useState, type ComponentProps } from 'react';
import { focusedLine, focusLine } from '#lib/focus-line.ts';
import { lazyPart } from '#lib/lazy-part.ts';
import { useShortcuts } from '#lib/shortcuts.ts';
import { Part } from '#ui/part.tsx';
import { toggleChosen } from '../../hooks/posts/chosen-posts.ts';
import type { SeveralPosts } from './several-posts.tsx';

const Loaded = lazyPart(async () => (await import('./several-posts.tsx')).SeveralPosts);
const WAIT_MS = 2_000;

/** Loads `SeveralPosts` two seconds after the page, or when an element of the page gets the focus. */
export function LazySeveral(props: ComponentProps<typeof SeveralPosts>) {
  const [isRequested, setRequested] = useState(false);
  useEffect(() => {
    if (isRequested) return undefined;
    const request = () => {
      setRequested(true);
    };
    const timer = setTimeout(request, WAIT_MS);
    document.addEventListener('focusin', request);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('focusin', request);
    };
  }, [isRequested]);
  return (
    isRequested && (
      <Part trouble="silent" fallback={<EarlyKeys {...props} />}>
        <Loaded {...props} />
      </Part>
    )
  );
}

/** The key `x` chooses the focused post while the code loads. `SeveralPosts` then shows this choice. */
function EarlyKeys({ posts }: ComponentProps<typeof SeveralPosts>) {
  useShortcuts({
    x: () => {
      const index = focusedLine();
      const post = index === null ? undefined : posts[index];
      if (index === null || !post) return;
      focusLine(index);
      toggleChosen(post.id);
    },
  });
  return null;
}
