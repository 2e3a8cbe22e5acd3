import { classNames } from '#lib/class-names.ts';
import { CALENDAR_TEXT as TEXT } from '../../messages/calendar.en.ts';
import { dayName, weekdayName } from '../../model/calendar/day-names.ts';
import { weeksOf } from '../../model/calendar/days.ts';
import type { CalendarLine } from '../../model/calendar/calendar-line.ts';
import { CalendarEntry, type EntryParts } from './calendar-entry.tsx';
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
export function DayGrid({ days, ...parts }: Props) {
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
            {week.map((day, column) => (
              <DayCell key={day} day={day} entries={parts.spans[row * 7 + column] ?? []} {...parts} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

type CellProps = Omit<Props, 'days' | 'spans'> & Readonly<{ day: string; entries: readonly CalendarLine[] }>;

function DayCell({ day, entries, today, month, onDay, ...parts }: CellProps) {
  const most = month === null ? MOST_IN_WEEK : MOST_IN_MONTH;
  const isFaint = month !== null && !day.startsWith(month);
  const tabIndex = parts.tabIndexOf(day);
  return (
    <div
      role="gridcell"
      {...parts.moving.cellProps(day)}
      className={classNames(
        'group relative min-w-0 space-y-1 p-1',
        month === null ? 'min-h-96' : 'min-h-32',
        isFaint ? 'bg-sunken' : 'bg-page',
        parts.moving.target === day && 'inset-ring-2 inset-ring-primary',
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
          now={parts.now}
          tabIndex={parts.tabIndexOf(day)}
          className="rounded-lg p-1.5 text-muted opacity-0 group-hover:opacity-100 after:absolute after:inset-0 hover:text-ink focus-visible:opacity-100 pointer-coarse:opacity-100"
        />
      </div>
      {entries.slice(0, most).map((item) => (
        <CalendarEntry key={item.id} item={item} cell={day} {...parts} />
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
}
