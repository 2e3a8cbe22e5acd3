import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { DETAILS_TEXT as TEXT } from '../../messages/posts.en.ts';
import type { Writer } from '../../model/composer/writer.ts';
import { fetchAhead } from '#lib/ahead.ts';
import { lazyPart } from '#lib/lazy-part.ts';
import { ROOMY } from '#lib/roomy.ts';
import { useMedia } from '#lib/use-media.ts';
import { Part } from '#ui/part.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useSelection, useWayBack } from '../../hooks/posts/posts-place.ts';
import { useMovingOn, usePost } from '../../hooks/posts/selected-post.ts';

const load = () => import('./post-detail.tsx');
const PostDetail = lazyPart(async () => (await load()).PostDetail);

/** The details beside the list, where the window has room for both: what is selected, and the ways there and back. */
export function useDetails(inAddress: number | undefined, posts: readonly PostView[], hasPosts: boolean) {
  const isShown = useMedia(ROOMY) && hasPosts;
  const { id, choose } = useSelection(inAddress);
  const selected = isShown ? id : undefined;
  const post = usePost(selected, posts);
  useMovingOn(selected, { shown: post, posts, choose });
  const pane = useRef<HTMLElement>(null);
  const enter = useCallback(() => {
    pane.current?.focus({ preventScroll: true });
  }, []);
  const [back, leave] = useWayBack(id, posts);
  return { isShown, post, selection: { id, choose, enter }, pane, back, leave };
}

type DetailPaneProps = Readonly<{
  ref: RefObject<HTMLElement | null>;
  /** Undefined: none is selected, or it is on its way; null: it is gone. */
  post: PostView | null | undefined;
  isSelected: boolean;
  /** Null while accounts or platforms are on their way. */
  writer: Writer | null;
  /** Back to where the post was selected. */
  onLeave: () => void;
}>;

/**
 * The selected post beside the list. Its place is there before a post is, so that nothing moves. Above and below it is as much as
 * above and below the list, so that it stands still at either end of the page.
 */
export function DetailPane({ ref, post, isSelected, writer, onLeave }: DetailPaneProps) {
  const id = post?.id;
  useLayoutEffect(() => {
    // Another post begins at its top.
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
      // It scrolls by itself: whoever has no pointer scrolls it with the arrows.
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
        <Part fallback={<OnTheWay />}>
          <PostDetail post={post} writer={writer} />
        </Part>
      ) : isSelected && post !== null ? (
        <OnTheWay />
      ) : (
        <p className="flex h-full flex-col items-center justify-center gap-1 text-center text-sm text-muted">
          <span>{post === null ? TEXT.gone : TEXT.none}</span>
          <span>{TEXT.keys}</span>
        </p>
      )}
    </section>
  );
}

function OnTheWay() {
  return (
    <div className="space-y-4">
      <span className="sr-only">{TEXT.loading}</span>
      <Skeleton className="h-12" />
      <Skeleton className="h-11" />
      <Skeleton className="h-72 rounded-2xl" />
    </div>
  );
}
