import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import type { VirtualItem } from '@tanstack/virtual-core';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import { firstLines } from '#lib/first-lines.ts';
import { useNow } from '#lib/now.ts';
import { useScrollAnchor } from '#lib/scroll-anchor.ts';
import { useLateVirtualizer } from '#lib/use-late-virtualizer.ts';
import { dayOf } from '#lib/zone-format.ts';
import { dayHeadings } from '../../model/posts/day-headings.ts';
import { POSTS_TEXT } from '../../messages/posts.en.ts';
import { useArrival, type Arrival } from '../../hooks/posts/use-arrival.ts';
import { usePostKeys, type DetailsSelection } from '../../hooks/posts/use-post-keys.ts';
import { PostCard } from './post-card.tsx';

const CARD_PX = 96;
const FIGURES_PX = 85;
const HEADING_PX = 32;
const GAP_PX = 8;
/** The assumed top of the list, until the real top is measured. */
const TOP_PX = 250;
/** The number of cards that are rendered before and after the visible cards. */
const OVERSCAN = 4;
/** The heights of the cards when the user left the list. With estimated heights, Back would scroll to wrong cards. */
const savedList: { heights: VirtualItem[] } = { heights: [] };

type PostListProps = Readonly<{
  posts: readonly PostView[];
  /** The number of posts in the whole list; null: unknown. */
  total: number | null;
  zone: string;
  onEdit: (post: PostView) => void;
  onRemove: (post: PostView) => void;
  arrival: Arrival | null;
  /** Set when the window is wide enough for details next to the list. */
  selection: DetailsSelection | undefined;
  /** Returns the figures below a posted post. */
  figuresOf: (post: PostView) => ReactNode;
}>;

/** Renders only the cards near the window, so that a thousand posts cost as little as ten. */
export function PostList({
  posts,
  total,
  zone,
  onEdit,
  onRemove,
  arrival,
  selection,
  figuresOf,
}: PostListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(TOP_PX);
  const headings = useDayHeadings(posts, zone);
  const ids = useMemo(() => posts.map(({ id }) => id), [posts]);
  const estimateSize = (index: number) =>
    CARD_PX + (headings[index] ? HEADING_PX : 0) + (posts[index]?.status === 'posted' ? FIGURES_PX : 0);
  const { virtualizer, hasFailed } = useLateVirtualizer({
    count: posts.length,
    estimateSize,
    gap: GAP_PX,
    overscan: OVERSCAN,
    scrollMargin: top,
    // Without this size, no card is rendered before the first measurement.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    getItemKey: (index) => posts[index]?.id ?? index,
    initialMeasurementsCache: savedList.heights,
  });
  useLayoutEffect(() => {
    if (virtualizer && list.current) setTop(list.current.offsetTop);
  }, [virtualizer]);
  useEffect(
    () => () => {
      if (virtualizer) savedList.heights = virtualizer.takeSnapshot();
    },
    [virtualizer],
  );
  useScrollAnchor(virtualizer, ids, top);
  useArrival(virtualizer, posts, arrival);
  const press = usePostKeys({
    posts,
    selection,
    first: () => virtualizer?.getVirtualItems()[0]?.index ?? 0,
    scrollTo: (index) => {
      virtualizer?.scrollToIndex(index, { align: 'center' });
    },
  });
  const { lines, minHeight } = virtualizer
    ? { lines: virtualizer.getVirtualItems() }
    : firstLines({ count: posts.length, sizeOf: estimateSize, gap: GAP_PX, top: TOP_PX }, hasFailed);
  return (
    <ul
      ref={list}
      aria-label={POSTS_TEXT.title}
      onKeyDown={press}
      className="relative"
      style={virtualizer ? { height: virtualizer.getTotalSize() } : { minHeight }}
    >
      {lines.map(({ index, start }) => {
        const post = posts[index];
        if (!post) return null;
        return (
          <li
            key={post.id}
            ref={virtualizer?.measureElement}
            data-index={index}
            aria-setsize={total ?? -1}
            aria-posinset={index + 1}
            {...(start === null
              ? { className: 'not-first:mt-[8px]' }
              : {
                  className: 'absolute inset-x-0 top-0',
                  style: { transform: `translateY(${String(start - top)}px)` },
                })}
          >
            {headings[index] && (
              <h2
                className={classNames(
                  'flex items-end pb-1 pl-1 text-xs font-semibold text-muted',
                  index > 0 ? 'min-h-8' : 'min-h-5',
                )}
              >
                {headings[index]}
              </h2>
            )}
            <PostCard
              post={post}
              zone={zone}
              onEdit={onEdit}
              onRemove={onRemove}
              isSelected={post.id === selection?.id}
              onSelect={selection?.choose}
              figuresOf={figuresOf}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** Returns the heading of each post; null: no heading. Computed again when the posts change or a day ends. */
function useDayHeadings(posts: readonly PostView[], zone: string): readonly (string | null)[] {
  const now = useNow();
  const today = dayOf(now, zone);
  // eslint-disable-next-line react-hooks/exhaustive-deps -- only the day of the time matters
  return useMemo(() => dayHeadings(posts, zone, now), [posts, zone, today]);
}
