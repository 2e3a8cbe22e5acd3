import { classNames } from '#lib/class-names.ts';
import { timeOfDay } from '#lib/zone-format.ts';
import { CALENDAR_TEXT as TEXT } from '../../messages/calendar.en.ts';
import type { CalendarLine } from '../../model/calendar/calendar-line.ts';
import { CalendarEntry, type EntryParts } from './calendar-entry.tsx';
import { NewPostLink } from './new-post-link.tsx';

type Props = EntryParts &
  Readonly<{
    /** The first moment of each hour, ISO 8601. */
    hours: readonly string[];
    spans: readonly (readonly CalendarLine[])[];
  }>;

/** One day by the hour. A day with a clock change may have 23 or 25 hours. */
export const HourList = ({ hours, spans, ...parts }: Props) => (
  <div
    role="grid"
    aria-label={TEXT.title}
    aria-describedby="calendar-keys"
    className="divide-y overflow-hidden rounded-xl border bg-page"
  >
    {hours.map((hour, index) => (
      <div
        key={hour}
        role="row"
        {...parts.moving.cellProps(hour)}
        className={classNames(
          'relative flex min-h-10 gap-3 p-1',
          parts.moving.target === hour && 'inset-ring-2 inset-ring-primary',
        )}
      >
        <HourName hour={hour} {...parts} />
        <div role="gridcell" className="min-w-0 flex-1 space-y-1">
          {(spans[index] ?? []).map((item) => (
            <CalendarEntry key={item.id} item={item} cell={hour} {...parts} isRoomy />
          ))}
        </div>
      </div>
    ))}
  </div>
);

type HourProps = Readonly<{ hour: string }> & Pick<EntryParts, 'zone' | 'now' | 'tabIndexOf'>;

/** The time of an hour. In a future hour, a click on the free space opens the composer for the start of the hour. */
function HourName({ hour, zone, now, tabIndexOf }: HourProps) {
  const time = timeOfDay(hour, zone);
  const look = 'w-12 shrink-0 py-2 pl-2 text-xs text-muted tabular-nums';
  if (Date.parse(hour) <= now)
    return (
      <span role="rowheader" tabIndex={tabIndexOf(hour)} className={look}>
        {time}
      </span>
    );
  return (
    <div role="rowheader" className="flex">
      <NewPostLink
        when={hour}
        label={TEXT.createAt(time)}
        tabIndex={tabIndexOf(hour)}
        className={classNames(look, 'after:absolute after:inset-0 hover:text-ink')}
      >
        {time}
      </NewPostLink>
    </div>
  );
}
