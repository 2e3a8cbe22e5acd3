import CalendarClock from 'lucide-react/icons/calendar-clock';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import LayoutList from 'lucide-react/icons/layout-list';
import { classNames } from '#lib/class-names.ts';
import type { Icon } from '#ui/icon.ts';
import { FILTER_TITLES, type PostFilter } from '../../post-filter.ts';

const CARDS: readonly Readonly<{ name: PostFilter; icon: Icon; text: string }>[] = [
  { name: 'all', icon: LayoutList, text: 'text-primary' },
  { name: 'scheduled', icon: CalendarClock, text: 'text-scheduled' },
  { name: 'posted', icon: CircleCheck, text: 'text-posted' },
  { name: 'failed', icon: CircleX, text: 'text-failed' },
];

type CountCardsProps = Readonly<{
  counts: Readonly<Record<PostFilter, number>>;
  filter: PostFilter;
  onFilter: (filter: PostFilter) => void;
}>;

/** Four figures that are also the filter of the list. */
export function CountCards({ counts, filter, onFilter }: CountCardsProps) {
  return (
    <div
      role="group"
      aria-label="Filter posts"
      className="grid grid-cols-[repeat(auto-fit,minmax(4rem,1fr))] gap-2 sm:gap-3"
    >
      {CARDS.map(({ name, icon: Picture, text }) => {
        return (
          <button
            key={name}
            type="button"
            aria-pressed={filter === name}
            onClick={() => {
              onFilter(name);
            }}
            className={classNames(
              'flex min-h-20 flex-col justify-between rounded-2xl border bg-surface p-2 text-left shadow-card transition-colors hover:bg-sunken sm:p-4',
              filter === name && 'border-primary ring-1 ring-primary',
            )}
          >
            <span className="flex w-full items-center justify-between">
              <span
                className={classNames(
                  'leading-none font-semibold whitespace-nowrap tabular-nums sm:text-2xl',
                  counts[name] > 999 ? 'text-base' : 'text-xl',
                )}
              >
                {counts[name]}
              </span>
              <Picture aria-hidden className={classNames('size-4 sm:size-5', text)} />
            </span>
            <span className="text-[0.6875rem] leading-tight tracking-tight whitespace-nowrap text-muted sm:text-sm">
              {FILTER_TITLES[name]}
            </span>
          </button>
        );
      })}
    </div>
  );
}
