import { CALENDAR_LISTS } from '@posthorn/contracts/scheduling/calendar.http';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Plus from 'lucide-react/icons/plus';
import { useRef } from 'react';
import { accountsQuery } from '#features/integrations/api/accounts.ts';
import { useShortcuts } from '#lib/shortcuts.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import { CALENDAR_TEXT as TEXT } from '../../messages/calendar.en.ts';
import { placeOf, type CalendarSearch } from '../../model/calendar/calendar-search.ts';
import { dayName, monthName, spanName } from '../../model/calendar/day-names.ts';
import { CALENDAR_VIEWS, cellsOf, stepOf, type CalendarSpan } from '../../model/calendar/days.ts';
import { newPostLinkAt } from './new-post-link.tsx';

type Props = Readonly<{
  zone: string;
  search: CalendarSearch;
  today: string;
  /** A phone has only one view. */
  isDesk: boolean;
  onSearch: (change: CalendarSearch) => void;
}>;

/** Buttons and filters that choose the days and the posts of the calendar. */
export function CalendarBar({ zone, search, today, isDesk, onSearch }: Props) {
  const { view, day } = placeOf(search, today, isDesk);
  const step = (by: 1 | -1) => () => {
    onSearch({ ...search, day: stepOf(view, day, by) });
  };
  const showToday = () => {
    onSearch({ ...search, day: today });
  };
  const show = (each: CalendarSpan) => () => {
    if (isDesk) onSearch({ ...search, view: each });
  };
  const createLink = useRef<HTMLAnchorElement>(null);
  useShortcuts({
    j: step(1),
    k: step(-1),
    t: showToday,
    m: show('month'),
    w: show('week'),
    d: show('day'),
    c: () => {
      (newPostLinkAt(document.activeElement) ?? createLink.current)?.click();
    },
  });
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="secondary" size="icon" aria-label={TEXT.earlier[view]} onClick={step(-1)}>
          <ChevronLeft aria-hidden />
        </Button>
        <Button variant="secondary" size="icon" aria-label={TEXT.later[view]} onClick={step(1)}>
          <ChevronRight aria-hidden />
        </Button>
        <Button onClick={showToday}>{TEXT.today}</Button>
        <h2 aria-live="polite" className="text-base font-semibold max-sm:order-first max-sm:w-full">
          {nameOf(view, day, zone)}
        </h2>
        <Button asChild variant="primary" className="ml-auto">
          <Link ref={createLink} to="/posts" search={{ compose: true, from: 'calendar' }}>
            <Plus aria-hidden />
            {TEXT.create}
          </Link>
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {isDesk && (
          <div role="group" aria-label={TEXT.views} className="flex gap-1 rounded-xl bg-sunken p-1">
            {CALENDAR_VIEWS.map((each) => (
              <Button
                key={each}
                variant={each === view ? 'secondary' : 'quiet'}
                aria-pressed={each === view}
                onClick={show(each)}
              >
                {TEXT.view[each]}
              </Button>
            ))}
          </div>
        )}
        <Filters search={search} onSearch={onSearch} />
      </div>
    </div>
  );
}

const nameOf = (view: CalendarSpan, day: string, zone: string): string => {
  if (view === 'month') return monthName(day);
  if (view === 'day') return dayName(day);
  const { days } = cellsOf(view, day, zone, navigator.language);
  return spanName(days[0] ?? day, days.at(-1) ?? day);
};

function Filters({ search, onSearch }: Pick<Props, 'search' | 'onSearch'>) {
  const { data: accounts = [] } = useQuery(accountsQuery);
  const { account, status, ...others } = search;
  const isGone = account !== undefined && !accounts.some(({ id }) => id === account);
  return (
    <div role="group" aria-label={TEXT.filters} className="flex min-w-0 flex-1 gap-2 sm:max-w-md">
      <Select
        label={TEXT.account}
        className="min-w-0 flex-1"
        value={account === undefined ? '' : String(account)}
        options={[
          { value: '', label: TEXT.allAccounts },
          ...accounts.map(({ id, accountName }) => ({ value: String(id), label: accountName })),
          // The URL may contain the id of an account that has been disconnected since.
          ...(isGone ? [{ value: String(account), label: TEXT.thisAccount }] : []),
        ]}
        onValueChange={(value) => {
          onSearch({ ...others, ...(status && { status }), ...(value !== '' && { account: Number(value) }) });
        }}
      />
      <Select
        label={TEXT.status}
        className="min-w-0 flex-1"
        value={status ?? ''}
        options={[
          { value: '', label: TEXT.allStatuses },
          ...CALENDAR_LISTS.map((each) => ({ value: each, label: TEXT.statuses[each] })),
        ]}
        onValueChange={(value) => {
          const chosen = CALENDAR_LISTS.find((each) => each === value);
          onSearch({ ...others, ...(account && { account }), ...(chosen && { status: chosen }) });
        }}
      />
    </div>
  );
}
