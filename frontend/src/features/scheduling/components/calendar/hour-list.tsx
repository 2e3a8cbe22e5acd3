import { memo } from 'react';
import { classNames } from '#lib/class-names.ts';
import { timeOfDay } from '#lib/zone-format.ts';
import { CALENDAR_TEXT as TEXT } from '../../messages/calendar.en.ts';
import type { CalendarLine } from '../../model/calendar/calendar-line.ts';
import { Entry, type EntryParts } from './calendar-entry.tsx';
import { NewPostLink } from './new-post-link.tsx';

type Props = EntryParts &
  Readonly<{
    /** The first moment of each hour, ISO 8601. */
    hours: readonly string[];
    spans: readonly (readonly CalendarLine[])[];
  }>;

/** One day by the hour. A day with a clock change may have 23 or 25 hours. */
export const HourList = ({ hours, spans, now, moving, tabIndexOf, ...parts }: Props) => (
  <div
    role="grid"
    aria-label={TEXT.title}
    aria-describedby="calendar-keys"
    className="divide-y overflow-hidden rounded-xl border bg-page"
  >
    {hours.map((hour, index) => {
      const entries = spans[index] ?? NO_ENTRIES;
      return (
        <Hour
          key={hour}
          {...parts}
          hour={hour}
          entries={entries}
          isPast={Date.parse(hour) <= now}
          isTarget={moving.target === hour}
          grabbed={entries.some(({ id }) => id === moving.grabbed) ? moving.grabbed : null}
          entryProps={moving.entryProps}
          cellProps={moving.cellProps}
          tabIndex={tabIndexOf(hour)}
        />
      );
    })}
  </div>
);

const NO_ENTRIES: readonly CalendarLine[] = [];

type HourProps = Pick<EntryParts, 'zone' | 'platforms' | 'onOpen'> &
  Pick<EntryParts['moving'], 'grabbed' | 'entryProps' | 'cellProps'> &
  Readonly<{
    hour: string;
    entries: readonly CalendarLine[];
    isPast: boolean;
    isTarget: boolean;
    tabIndex: 0 | -1 | undefined;
  }>;

/** One hour. A day has up to a few hundred entries, so an hour is rendered again only when it changes itself. */
const Hour = memo(function Hour({ hour, entries, isPast, isTarget, ...others }: HourProps) {
  const { grabbed, cellProps, tabIndex, ...parts } = others;
  return (
    <div
      role="row"
      {...cellProps(hour)}
      className={classNames(
        'relative flex min-h-10 gap-3 p-1',
        isTarget && 'inset-ring-2 inset-ring-primary',
      )}
    >
      <HourName hour={hour} zone={parts.zone} isPast={isPast} tabIndex={tabIndex} />
      <div role="gridcell" className="min-w-0 flex-1 space-y-1">
        {entries.map((item) => (
          <Entry
            key={item.id}
            {...parts}
            item={item}
            isGrabbed={item.id === grabbed}
            tabIndex={tabIndex}
            isRoomy
          />
        ))}
      </div>
    </div>
  );
});

/** The time of an hour. In a future hour, a click on the free space opens the composer for the start of the hour. */
const HourName = memo(function HourName({
  hour,
  zone,
  isPast,
  tabIndex,
}: Pick<HourProps, 'hour' | 'zone' | 'isPast' | 'tabIndex'>) {
  const time = timeOfDay(hour, zone);
  const look = 'w-12 shrink-0 py-2 pl-2 text-xs text-muted tabular-nums';
  if (isPast)
    return (
      <span role="rowheader" tabIndex={tabIndex} className={look}>
        {time}
      </span>
    );
  return (
    <div role="rowheader" className="flex">
      <NewPostLink
        when={hour}
        label={TEXT.createAt(time)}
        tabIndex={tabIndex}
        className={classNames(look, 'after:absolute after:inset-0 hover:text-ink')}
      >
        {time}
      </NewPostLink>
    </div>
  );
});
