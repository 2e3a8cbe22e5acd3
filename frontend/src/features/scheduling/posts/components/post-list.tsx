import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { useWindowVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { classNames } from '#lib/class-names.ts';
import { useNow } from '#lib/now.ts';
import { dayOf } from '#lib/zone-format.ts';
import { dayHeadings } from '../day-headings.ts';
import { POSTS_TEXT } from '../messages.en.ts';
import { useArrival, type Arrival } from '../use-arrival.ts';
import { useGoingThrough, type PostSelection } from '../use-going-through.ts';
import { PostCard } from './post-card.tsx';

const CARD_PX = 96;
const HEADING_PX = 32;
const GAP_PX = 8;
/** Where the list begins, until that is measured. */
const TOP_PX = 250;
/** Cards before and after those in sight: for the first paint, and a moment later for scrolling. */
const OVERSCAN = { first: 1, then: 4 } as const;
const FIRST_PAINT_MILLISECONDS = 250;
/** Heights of cards as they were when the list was left: with guessed ones Back would lead to other cards. */
const known: { heights: VirtualItem[] } = { heights: [] };

type PostListProps = Readonly<{
  posts: readonly PostView[];
  /** How many the list has, also those that are not loaded yet; null: nobody has counted them. */
  total: number | null;
  zone: string;
  onEdit: (post: PostView) => void;
  onRemove: (post: PostView) => void;
  arrival: Arrival | null;
  /** Where the window has room for details beside the list. */
  selection: PostSelection | undefined;
}>;

/** Only the cards near the window are in the page: a thousand posts cost no more than ten. */
export function PostList({ posts, total, zone, onEdit, onRemove, arrival, selection }: PostListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(TOP_PX);
  useLayoutEffect(() => {
    if (list.current) setTop(list.current.offsetTop);
  }, []);
  const headings = useDayHeadings(posts, zone);
  const virtualizer = useWindowVirtualizer({
    count: posts.length,
    estimateSize: (index) => CARD_PX + (headings[index] ? HEADING_PX : 0),
    gap: GAP_PX,
    overscan: useOverscan(),
    scrollMargin: top,
    // Otherwise no card is made before the window was measured: a first paint is held up by a layout more.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    getItemKey: (index) => posts[index]?.id ?? index,
    initialMeasurementsCache: known.heights,
  });
  useEffect(
    () => () => {
      known.heights = virtualizer.takeSnapshot();
    },
    [virtualizer],
  );
  useSamePlace(virtualizer, posts, top);
  useArrival(virtualizer, posts, arrival);
  const press = useGoingThrough({
    posts,
    selection,
    first: () => virtualizer.getVirtualItems()[0]?.index ?? 0,
    scrollTo: (index) => {
      virtualizer.scrollToIndex(index, { align: 'center' });
    },
  });
  return (
    <ul
      ref={list}
      aria-label={POSTS_TEXT.title}
      onKeyDown={press}
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ key, index, start }) => {
        const post = posts[index];
        if (!post) return null;
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-setsize={total ?? -1}
            aria-posinset={index + 1}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${String(start - top)}px)` }}
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
            />
          </li>
        );
      })}
    </ul>
  );
}

/** A slow phone first paints what is in sight, and nothing else. */
function useOverscan(): number {
  const [overscan, setOverscan] = useState<number>(OVERSCAN.first);
  useEffect(() => {
    const timer = setTimeout(() => {
      setOverscan(OVERSCAN.then);
    }, FIRST_PAINT_MILLISECONDS);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return overscan;
}

/** Made anew when the posts change or a day ends. */
function useDayHeadings(posts: readonly PostView[], zone: string): readonly (string | null)[] {
  const now = useNow();
  const today = dayOf(now, zone);
  // eslint-disable-next-line react-hooks/exhaustive-deps -- of the time only its day counts
  return useMemo(() => dayHeadings(posts, zone, now), [posts, zone, today]);
}

/** Keeps the first card in sight where it is when others come, go or move above it. */
function useSamePlace(
  virtualizer: Virtualizer<Window, Element>,
  posts: readonly PostView[],
  top: number,
): void {
  const seen = useRef<Readonly<{ id: number; start: number }> | null>(null);
  useLayoutEffect(() => {
    const index = posts.findIndex(({ id }) => id === seen.current?.id);
    const start = virtualizer.measurementsCache[index]?.start;
    const by = seen.current && start !== undefined ? start - seen.current.start : 0;
    if (by !== 0) window.scrollBy(0, by);
  }, [posts, virtualizer]);
  useLayoutEffect(() => {
    // Above the list nothing is to be kept: what is new there is wanted there.
    const first = window.scrollY > top ? virtualizer.getVirtualItemForOffset(window.scrollY) : undefined;
    const post = first && posts[first.index];
    seen.current = post ? { id: post.id, start: first.start } : null;
  });
}
