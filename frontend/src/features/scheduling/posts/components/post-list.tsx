import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import type { VirtualItem } from '@tanstack/virtual-core';
import { useEffect, useMemo, type ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import { useNow } from '#lib/now.ts';
import { dayOf } from '#lib/zone-format.ts';
import { useWindowList, WindowList } from '#ui/window-list.tsx';
import { dayHeadings } from '../day-headings.ts';
import { POSTS_TEXT } from '../messages.en.ts';
import { useArrival, type Arrival } from '../use-arrival.ts';
import { useGoingThrough, type PostSelection } from '../use-going-through.ts';
import { PostCard } from './post-card.tsx';

const CARD_PX = 96;
const FIGURES_PX = 85;
const HEADING_PX = 32;
const GAP_PX = 8;
/** Where the list begins, until that is measured. */
const TOP_PX = 250;
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
  /** What posted posts did, below each. */
  figuresOf: (post: PostView) => ReactNode;
}>;

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
  const headings = useDayHeadings(posts, zone);
  const list = useWindowList({
    keys: useMemo(() => posts.map(({ id }) => id), [posts]),
    sizeOf: (index) =>
      CARD_PX + (headings[index] ? HEADING_PX : 0) + (posts[index]?.status === 'posted' ? FIGURES_PX : 0),
    gap: GAP_PX,
    top: TOP_PX,
    initialMeasurementsCache: known.heights,
  });
  const { virtualizer, first, scrollTo } = list;
  useEffect(
    () => () => {
      if (virtualizer) known.heights = virtualizer.takeSnapshot();
    },
    [virtualizer],
  );
  useArrival(virtualizer, posts, arrival);
  const press = useGoingThrough({ posts, selection, first, scrollTo });
  return (
    <WindowList
      list={list}
      label={POSTS_TEXT.title}
      spaced="not-first:mt-[8px]"
      total={total}
      onKeyDown={press}
    >
      {(index) => {
        const post = posts[index];
        if (!post) return null;
        return (
          <>
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
          </>
        );
      }}
    </WindowList>
  );
}

/** Made anew when the posts change or a day ends. */
function useDayHeadings(posts: readonly PostView[], zone: string): readonly (string | null)[] {
  const now = useNow();
  const today = dayOf(now, zone);
  // eslint-disable-next-line react-hooks/exhaustive-deps -- of the time only its day counts
  return useMemo(() => dayHeadings(posts, zone, now), [posts, zone, today]);
}
