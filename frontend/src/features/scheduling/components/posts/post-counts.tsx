import { CountCards } from '#ui/count-cards.tsx';
import type { ListFilter } from '../../model/post-filter.ts';
import { FILTER_TITLES, POSTS_TEXT } from '../../messages/posts.en.ts';

const COUNTS: readonly Readonly<{ name: ListFilter; text: string }>[] = [
  { name: 'all', text: 'text-primary' },
  { name: 'scheduled', text: 'text-scheduled' },
  { name: 'posted', text: 'text-posted' },
  { name: 'failed', text: 'text-failed' },
];

type PostCountsProps = Readonly<{
  counts: Readonly<Record<ListFilter, number>>;
  /** Null: the screen shows another list. */
  filter: ListFilter | null;
  onFilter: (filter: ListFilter) => void;
}>;

export const PostCounts = ({ counts, filter, onFilter }: PostCountsProps) => (
  <CountCards
    label={POSTS_TEXT.filters}
    cards={COUNTS.map((card) => ({ ...card, title: FILTER_TITLES[card.name], count: counts[card.name] }))}
    chosen={filter}
    onChoose={onFilter}
  />
);
