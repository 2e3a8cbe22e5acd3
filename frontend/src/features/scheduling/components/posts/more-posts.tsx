import { useEffect, useRef } from 'react';
import { focusLine } from '#lib/focus-line.ts';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/note.tsx';
import { POSTS_TEXT } from '../../messages/posts.en.ts';

/** So far below the window the next posts are asked for, so that whoever scrolls does not wait for them. */
const AHEAD = '1000px 0px';

type MorePostsProps = Readonly<{
  shown: number;
  /** How many there are; null: nobody has counted them. */
  total: number | null;
  isBusy: boolean;
  isLoading: boolean;
  hasFailed: boolean;
  onMore: () => void;
}>;

/** The end of what is loaded of a list: the rest comes by itself when the window is near, or by the button. */
export function MorePosts({ shown, total, isBusy, isLoading, hasFailed, onMore }: MorePostsProps) {
  const place = useRef<HTMLDivElement>(null);
  const firstNew = useRef<number | null>(null);
  useEffect(() => {
    if (!place.current || isBusy || hasFailed || typeof IntersectionObserver === 'undefined')
      return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onMore();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(place.current);
    return () => {
      observer.disconnect();
    };
    // Watched anew after each page: one that is near still is news then.
  }, [isBusy, hasFailed, shown, onMore]);
  useEffect(() => {
    const index = firstNew.current;
    if (index === null || shown <= index) return undefined;
    firstNew.current = null;
    return focusLine(index);
  }, [shown]);
  return (
    <div ref={place} className="flex flex-col items-center gap-3 pt-2">
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
