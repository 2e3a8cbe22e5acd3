import { memo } from 'react';
import { classNames } from '#lib/class-names.ts';
import { CALENDAR_TEXT as TEXT } from '../../messages/calendar.en.ts';
import { dayName, weekdayName } from '../../model/calendar/day-names.ts';
import { weeksOf } from '../../model/calendar/days.ts';
import type { CalendarLine } from '../../model/calendar/calendar-line.ts';
import { Entry, type EntryParts } from './calendar-entry.tsx';
import { NewPostOn } from './new-post-link.tsx';

type Props = EntryParts &
  Readonly<{
    days: readonly string[];
    /** The entries of each day. */
    spans: readonly (readonly CalendarLine[])[];
    today: string;
    /** `2026-11`: days of other months look faint. Null: all days look alike. */
    month: string | null;
    onDay: (day: string) => void;
  }>;

/** The maximum number of entries that a day shows; a button "3 more" follows. */
const MOST_IN_MONTH = 3;
const MOST_IN_WEEK = 30;

/** A month or a week: seven columns of days. */
export function DayGrid({ days, spans, moving, tabIndexOf, ...parts }: Props) {
  return (
    <div role="grid" aria-label={TEXT.title} aria-describedby="calendar-keys">
      <div role="row" className="grid grid-cols-7 text-center text-xs font-medium text-muted">
        {days.slice(0, 7).map((day) => (
          <span key={day} role="columnheader" className="py-1">
            {weekdayName(day)}
          </span>
        ))}
      </div>
      <div role="rowgroup" className="grid grid-cols-7 gap-px overflow-hidden rounded-xl border bg-line">
        {weeksOf(days).map((week, row) => (
          <div key={week[0]} role="row" className="contents">
            {week.map((day, column) => {
              const entries = spans[row * 7 + column] ?? NO_ENTRIES;
              return (
                <DayCell
                  key={day}
                  {...parts}
                  day={day}
                  entries={entries}
                  isTarget={moving.target === day}
                  grabbed={entries.some(({ id }) => id === moving.grabbed) ? moving.grabbed : null}
                  entryProps={moving.entryProps}
                  cellProps={moving.cellProps}
                  tabIndex={tabIndexOf(day)}
                />
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

const NO_ENTRIES: readonly CalendarLine[] = [];

type CellProps = Omit<Props, 'days' | 'spans' | 'moving' | 'tabIndexOf'> &
  Pick<EntryParts['moving'], 'grabbed' | 'entryProps' | 'cellProps'> &
  Readonly<{
    day: string;
    entries: readonly CalendarLine[];
    isTarget: boolean;
    tabIndex: 0 | -1 | undefined;
  }>;

/** One day. A month has 42 of them, so a day is rendered again only when it changes itself, for example when it gets the focus. */
const DayCell = memo(function DayCell({ day, entries, today, month, isTarget, onDay, ...others }: CellProps) {
  const { grabbed, cellProps, tabIndex, now, ...parts } = others;
  const most = month === null ? MOST_IN_WEEK : MOST_IN_MONTH;
  const isFaint = month !== null && !day.startsWith(month);
  return (
    <div
      role="gridcell"
      {...cellProps(day)}
      className={classNames(
        'group relative min-w-0 space-y-1 p-1',
        month === null ? 'min-h-96' : 'min-h-32',
        isFaint ? 'bg-sunken' : 'bg-page',
        isTarget && 'inset-ring-2 inset-ring-primary',
      )}
    >
      <div className="flex items-center">
        <button
          type="button"
          tabIndex={tabIndex}
          aria-current={day === today ? 'date' : undefined}
          aria-label={TEXT.showDay(dayName(day), TEXT.count(entries.length))}
          className={classNames(
            'relative z-1 min-h-7 min-w-0 flex-1 rounded-lg px-1.5 text-left text-xs font-medium',
            day === today ? 'bg-primary text-on-primary' : 'hover:bg-sunken',
            isFaint && day !== today && 'text-muted',
          )}
          onClick={() => {
            onDay(day);
          }}
        >
          {Number(day.slice(8))}
        </button>
        <NewPostOn
          day={day}
          zone={parts.zone}
          now={now}
          tabIndex={tabIndex}
          className="rounded-lg p-1.5 text-muted opacity-0 group-hover:opacity-100 after:absolute after:inset-0 hover:text-ink focus-visible:opacity-100 pointer-coarse:opacity-100"
        />
      </div>
      {entries.slice(0, most).map((item) => (
        <Entry
          key={item.id}
          {...parts}
          item={item}
          isGrabbed={item.id === grabbed}
          tabIndex={tabIndex}
          isRoomy={false}
        />
      ))}
      {entries.length > most && (
        <button
          type="button"
          tabIndex={tabIndex}
          aria-label={TEXT.furtherOn(entries.length - most, dayName(day))}
          className="relative min-h-7 w-full px-1.5 text-left text-xs font-medium text-primary hover:underline"
          onClick={() => {
            onDay(day);
          }}
        >
          {TEXT.further(entries.length - most)}
        </button>
      )}
    </div>
  );
});
