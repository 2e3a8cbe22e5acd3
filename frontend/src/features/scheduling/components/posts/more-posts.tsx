import { useEffect, useRef } from 'react';
import { focusLine } from '#lib/focus-line.ts';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/note.tsx';
import { POSTS_TEXT } from '../../messages/posts.en.ts';

/** The next posts load when the end of the list is this far below the window, so that users who scroll do not wait. */
const AHEAD = '1000px 0px';

type MorePostsProps = Readonly<{
  shown: number;
  /** The number of posts in the whole list; null: unknown. */
  total: number | null;
  isBusy: boolean;
  isLoading: boolean;
  hasFailed: boolean;
  onMore: () => void;
}>;

/** The end of the loaded posts. The next posts load when the user scrolls near the end, or with the button. */
export function MorePosts({ shown, total, isBusy, isLoading, hasFailed, onMore }: MorePostsProps) {
  const end = useRef<HTMLDivElement>(null);
  const firstNew = useRef<number | null>(null);
  useEffect(() => {
    if (!end.current || isBusy || hasFailed || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onMore();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(end.current);
    return () => {
      observer.disconnect();
    };
    // Observes again after each page, because an end that is still near does not cause a new event.
  }, [isBusy, hasFailed, shown, onMore]);
  useEffect(() => {
    const index = firstNew.current;
    if (index === null || shown <= index) return undefined;
    firstNew.current = null;
    return focusLine(index);
  }, [shown]);
  return (
    <div ref={end} className="flex flex-col items-center gap-3 pt-2">
      {hasFailed && (
        <Note kind="error" className="w-full">
          {POSTS_TEXT.moreFailed}
        </Note>
      )}
      <Button
        aria-disabled={isLoading}
        onClick={() => {
          firstNew.current = shown;
          if (!isLoading) onMore();
        }}
      >
        {isLoading ? POSTS_TEXT.moreOnTheWay : POSTS_TEXT.more}
      </Button>
      <p role="status" className="text-sm text-muted tabular-nums">
        {POSTS_TEXT.shown(shown, total)}
      </p>
    </div>
  );
}
