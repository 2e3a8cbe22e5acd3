import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { classNames } from '#lib/class-names.ts';
import { Button } from '#ui/button.tsx';
import { CALENDAR_TEXT as TEXT } from '../../messages/calendar.en.ts';
import { dayName, monthName, weekdayName } from '../../model/calendar/day-names.ts';
import type { CalendarLine } from '../../model/calendar/calendar-line.ts';
import { Entry, type EntryParts } from './calendar-entry.tsx';
import { NewPostOn } from './new-post-link.tsx';

type Props = EntryParts &
  Readonly<{
    /** The days of one week. */
    days: readonly string[];
    /** The entries of each day. */
    spans: readonly (readonly CalendarLine[])[];
    /** The chosen day. */
    day: string;
    today: string;
    onDay: (day: string) => void;
  }>;

/** The calendar on a phone: the days of a week in a strip, and the entries from the chosen day on. */
export function Agenda({ days, spans, day, today, onDay, ...parts }: Props) {
  const counts = days.map((_, index) => spans[index]?.length ?? 0);
  const from = Math.max(0, days.indexOf(day));
  return (
    <div className="space-y-3">
      <ol className="grid grid-cols-[repeat(auto-fit,minmax(2.75rem,1fr))] gap-0.5">
        {days.map((each, index) => {
          const count = counts[index] ?? 0;
          return (
            <li key={each} className="relative">
              <button
                type="button"
                aria-pressed={each === day}
                aria-current={each === today ? 'date' : undefined}
                className={classNames(
                  'flex min-h-14 w-full flex-col items-center justify-center rounded-xl text-xs',
                  each === day ? 'bg-primary text-on-primary' : 'bg-surface text-ink',
                  each === today && each !== day && 'border border-primary',
                  parts.moving.target === each && 'ring-2 ring-primary ring-offset-2 ring-offset-page',
                )}
                onClick={() => {
                  onDay(each);
                }}
              >
                <span>{weekdayName(each)}</span>{' '}
                <span className="text-base font-semibold">{Number(each.slice(8))}</span>{' '}
                <span className="sr-only">{TEXT.inMonth(monthName(each), TEXT.count(count))}</span>
                <span aria-hidden className={classNames('size-1 rounded-full', count > 0 && 'bg-current')} />
              </button>
            </li>
          );
        })}
      </ol>
      {days.slice(from).map((each, index) => {
        const entries = spans[from + index] ?? [];
        // Shows an empty day only if the user chose it.
        if (entries.length === 0 && each !== day) return null;
        return <AgendaDay key={each} day={each} entries={entries} {...parts} />;
      })}
    </div>
  );
}

/** A day shows this number of entries, and as many again with each press of a button. */
const AT_ONCE = 20;

type DayProps = EntryParts & Readonly<{ day: string; entries: readonly CalendarLine[] }>;

function AgendaDay({ day, entries, now, moving, tabIndexOf, ...parts }: DayProps) {
  const list = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(AT_ONCE);
  const showMore = () => {
    flushSync(() => {
      setShown(shown + AT_ONCE);
    });
    list.current?.querySelectorAll<HTMLElement>('[data-entry]')[shown]?.focus({ preventScroll: true });
  };
  return (
    <section aria-label={dayName(day)} {...moving.cellProps(day)}>
      <div className="flex items-center gap-2">
        <h2 className="min-w-0 flex-1 text-sm font-semibold">{dayName(day)}</h2>
        <NewPostOn
          day={day}
          zone={parts.zone}
          now={now}
          tabIndex={tabIndexOf(day)}
          className="flex size-11 shrink-0 items-center justify-center rounded-xl text-muted hover:bg-sunken"
        />
      </div>
      <div ref={list} className="space-y-1.5">
        {entries.slice(0, shown).map((item) => (
          <Entry
            key={item.id}
            {...parts}
            item={item}
            isGrabbed={item.id === moving.grabbed}
            entryProps={moving.entryProps}
            tabIndex={tabIndexOf(day)}
            isRoomy
          />
        ))}
        {entries.length === 0 && <p className="py-2 text-sm text-muted">{TEXT.noneOnDay}</p>}
        {entries.length > shown && (
          <Button variant="quiet" onClick={showMore}>
            {TEXT.further(entries.length - shown)}
          </Button>
        )}
      </div>
    </section>
  );
}
