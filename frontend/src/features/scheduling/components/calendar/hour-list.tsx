import type { CalendarItem } from '@posthorn/contracts/scheduling/calendar.http';
import { classNames } from '#lib/class-names.ts';
import { timeOfDay } from '#lib/zone-format.ts';
import { CalendarEntry, type EntryParts } from './calendar-entry.tsx';

type Props = EntryParts &
  Readonly<{
    /** The first moment of each hour, ISO 8601. */
    hours: readonly string[];
    spans: readonly (readonly CalendarItem[])[];
  }>;

/** One day, by the hour. On the day of a clock change it has 23 or 25 hours. */
export const HourList = ({ hours, spans, ...parts }: Props) => (
  <ol className="divide-y overflow-hidden rounded-xl border bg-page">
    {hours.map((hour, index) => (
      <li
        key={hour}
        {...parts.moving.cellProps(hour)}
        className={classNames(
          'flex min-h-10 gap-3 p-1',
          parts.moving.target === hour && 'inset-ring-2 inset-ring-primary',
        )}
      >
        <span className="w-12 shrink-0 py-2 pl-2 text-xs text-muted tabular-nums">
          {timeOfDay(hour, parts.zone)}
        </span>
        <div className="min-w-0 flex-1 space-y-1">
          {(spans[index] ?? []).map((item) => (
            <CalendarEntry key={item.id} item={item} {...parts} isRoomy />
          ))}
        </div>
      </li>
    ))}
  </ol>
);
