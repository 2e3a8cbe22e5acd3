import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { DETAILS_TEXT as TEXT } from '../../messages/posts.en.ts';
import type { Writer } from '../../model/composer/writer.ts';
import { fetchAhead } from '#lib/ahead.ts';
import { lazyPart } from '#lib/lazy-part.ts';
import { WIDE_QUERY } from '#lib/wide-query.ts';
import { useMedia } from '#lib/use-media.ts';
import { Part } from '#ui/part.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useSelection, useReturnFocus } from '../../hooks/posts/posts-place.ts';
import { useSelectNextPost, usePost } from '../../hooks/posts/selected-post.ts';

const load = () => import('./post-detail.tsx');
const PostDetail = lazyPart(async () => (await load()).PostDetail);

/** The state of the details next to the list: the selected post, and functions that move the focus between both. Wide windows only. */
export function useDetails(inUrl: number | undefined, posts: readonly PostView[], hasPosts: boolean) {
  const isShown = useMedia(WIDE_QUERY) && hasPosts;
  const { id, choose } = useSelection(inUrl);
  const selected = isShown ? id : undefined;
  const post = usePost(selected, posts);
  useSelectNextPost(selected, { shown: post, posts, choose });
  const pane = useRef<HTMLElement>(null);
  const enter = useCallback(() => {
    pane.current?.focus({ preventScroll: true });
  }, []);
  const [back, leave] = useReturnFocus(id, posts);
  return { isShown, post, selection: { id, choose, enter }, pane, back, leave };
}

type DetailPaneProps = Readonly<{
  ref: RefObject<HTMLElement | null>;
  /** Undefined: no post is selected, or the post is loading; null: the post was deleted. */
  post: PostView | null | undefined;
  isSelected: boolean;
  /** Null while accounts or platforms are loading. */
  writer: Writer | null;
  /** Moves the focus back to the list. */
  onLeave: () => void;
}>;

/** The selected post next to the list. The pane is also visible without a selection, so that the layout does not move. The pane has the
 * same space above and below as the list, so that it keeps its position at both ends of the page.
 */
export function DetailPane({ ref, post, isSelected, writer, onLeave }: DetailPaneProps) {
  const id = post?.id;
  useLayoutEffect(() => {
    // Another post starts at the top of the pane.
    if (ref.current) ref.current.scrollTop = 0;
  }, [ref, id]);
  useEffect(() => {
    const timer = setTimeout(() => {
      fetchAhead(load);
    }, 2_000);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return (
    <section
      ref={ref}
      aria-label={TEXT.label}
      // The pane scrolls separately, and keyboard users scroll it with the arrow keys.
      tabIndex={0}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onLeave();
      }}
      className="sticky top-[calc(var(--banner)+2rem)] h-[calc(100dvh-var(--banner)-6rem)] overflow-y-auto rounded-2xl border bg-surface p-5 pb-24 shadow-card"
    >
      <p role="status" className="sr-only">
        {post && TEXT.shown}
        {post === null && TEXT.gone}
      </p>
      {post && writer ? (
        <Part fallback={<LoadingDetails />}>
          <PostDetail post={post} writer={writer} />
        </Part>
      ) : isSelected && post !== null ? (
        <LoadingDetails />
      ) : (
        <p className="flex h-full flex-col items-center justify-center gap-1 text-center text-sm text-muted">
          <span>{post === null ? TEXT.gone : TEXT.none}</span>
          <span>{TEXT.keys}</span>
        </p>
      )}
    </section>
  );
}

function LoadingDetails() {
  return (
    <div className="space-y-4">
      <span className="sr-only">{TEXT.loading}</span>
      <Skeleton className="h-12" />
      <Skeleton className="h-11" />
      <Skeleton className="h-72 rounded-2xl" />
    </div>
  );
}
