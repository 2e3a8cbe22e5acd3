import { classNames } from '#lib/class-names.ts';
import type { PostFilter } from '../../post-filter.ts';
import { FILTER_TITLES, POSTS_TEXT } from '../messages.en.ts';

const COUNTS: readonly Readonly<{ name: PostFilter; text: string }>[] = [
  { name: 'all', text: 'text-primary' },
  { name: 'scheduled', text: 'text-scheduled' },
  { name: 'posted', text: 'text-posted' },
  { name: 'failed', text: 'text-failed' },
];

type CountCardsProps = Readonly<{
  counts: Readonly<Record<PostFilter, number>>;
  filter: PostFilter;
  onFilter: (filter: PostFilter) => void;
}>;

/** Four figures in a row that are also the filter of the list. */
export function CountCards({ counts, filter, onFilter }: CountCardsProps) {
  return (
    <div
      role="group"
      aria-label={POSTS_TEXT.filters}
      className="grid grid-cols-[repeat(auto-fit,minmax(4rem,1fr))] gap-2 sm:gap-3"
    >
      {COUNTS.map(({ name, text }) => (
        <button
          key={name}
          type="button"
          aria-pressed={filter === name}
          onClick={() => {
            onFilter(name);
          }}
          className={classNames(
            'flex min-h-12 flex-col items-center justify-center rounded-2xl border bg-surface px-1 shadow-card transition-colors hover:bg-sunken sm:flex-row sm:gap-2',
            filter === name && 'border-primary ring-1 ring-primary',
          )}
        >
          <span className={classNames('text-base/5 font-semibold tabular-nums sm:text-lg', text)}>
            {counts[name]}
          </span>
          <span className="text-[0.6875rem] leading-tight tracking-tight whitespace-nowrap text-muted sm:text-sm">
            {FILTER_TITLES[name]}
          </span>
        </button>
      ))}
    </div>
  );
}
