import type { CalendarView } from '@posthorn/contracts/scheduling/calendar.http';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useMemo, useRef } from 'react';
import { fetchAhead } from '#lib/ahead.ts';
import { useMedia } from '#lib/use-media.ts';
import { wallClock } from '#lib/local-time.ts';
import { useNow } from '#lib/now.ts';
import { timeOfDay } from '#lib/zone-format.ts';
import { Button } from '#ui/button.tsx';
import { calendarQuery } from '../../api/calendar.ts';
import { useCellFocus } from '../../hooks/calendar/use-cell-focus.ts';
import { useMoves } from '../../hooks/calendar/use-moves.ts';
import { useMoving } from '../../hooks/calendar/use-moving.ts';
import { CALENDAR_TEXT as TEXT } from '../../messages/calendar.en.ts';
import type { CalendarLine } from '../../model/calendar/calendar-line.ts';
import { placeOf, type CalendarSearch } from '../../model/calendar/calendar-search.ts';
import { cellsOf, dayAt, daysApart, itemsBySpan } from '../../model/calendar/days.ts';
import { dayName } from '../../model/calendar/day-names.ts';
import { Agenda } from './agenda.tsx';
import { CalendarBar } from './calendar-bar.tsx';
import { DayGrid } from './day-grid.tsx';
import { HourList } from './hour-list.tsx';
import { loadEntryDialog, OpenedEntry, type EntryOpener } from './opened-entry.tsx';

/** From this width on, seven columns fit. */
const DESK = '(min-width: 48rem)';
const A_MINUTE = 60_000;
const NO_ACCOUNTS: CalendarView['accounts'] = [];

/** Loads the code of the dialog before the first click on an entry. */
const loadAhead = () => {
  fetchAhead(loadEntryDialog);
};

type Props = Readonly<{
  userId: string;
  zone: string;
  search: CalendarSearch;
  onSearch: (change: CalendarSearch) => void;
}>;

/** Shows the entries of a month, a week or a day. On a phone, shows the entries of a week as a list. */
export function Calendar({ userId, zone, search: chosenSearch, onSearch }: Props) {
  // A full view takes long to render, so the buttons and filters above it react first.
  const search = useDeferredValue(chosenSearch);
  const isDesk = useMedia(DESK);
  const now = useNow();
  const today = dayAt(now, zone);
  const { account, status } = search;
  const { view, day } = placeOf(search, today, isDesk);
  const isDay = view === 'day';
  const { days, cells, starts } = useMemo(
    () => cellsOf(view, day, zone, navigator.language),
    [view, day, zone],
  );
  const {
    data: newestData,
    isError,
    isPlaceholderData,
    refetch,
  } = useQuery(calendarQuery({ from: starts[0] ?? '', to: starts.at(-1) ?? '', account, status }));
  const data = useDeferredValue(newestData);
  const lines = useMemo<readonly CalendarLine[]>(() => (data ? [...data.items, ...data.drafts] : []), [data]);
  const spans = useMemo(() => itemsBySpan(lines, starts), [lines, starts]);
  const platforms = useMemo(() => new Map(data?.accounts.map(({ id, platform }) => [id, platform])), [data]);
  const opener = useRef<EntryOpener>(null);
  const open = useCallback((item: CalendarLine) => opener.current?.open(item), []);
  const move = useMoves(zone);
  const cellOf = ({ scheduledFor }: CalendarLine) =>
    cells[starts.findIndex((start) => start > scheduledFor) - 1] ?? '';
  const moving = useMoving({
    cells,
    columns: isDay || !isDesk ? 1 : 7,
    cellOf,
    nameOf: (cell) => (isDay ? timeOfDay(cell, zone) : dayName(cell)),
    onDrop: (item, cell) => {
      if (isDay) move.toInstant(item, inHour(item.scheduledFor, cell, zone));
      else move.byDays(item, daysApart(cellOf(item), cell));
      // The list on a phone begins at the chosen day.
      if (!isDesk && cell < day) onSearch({ ...search, day: cell });
    },
  });
  const focus = useCellFocus({
    view,
    day,
    cells,
    // On a day: the first hour with an entry, else the first hour. On other views: the chosen day.
    firstCell: (isDay && cells.find((_, index) => spans[index]?.length)) || (isDay ? cells[0] : day) || day,
    cellOfEntry: (id) => {
      const line = lines.find((each) => String(each.id) === id);
      return line && cellOf(line);
    },
    onDay: (other) => {
      onSearch({ ...search, day: other });
    },
  });
  const showDay = useCallback(
    (chosen: string) => {
      onSearch({ ...chosenSearch, day: chosen, ...(isDesk && { view: 'day' }) });
    },
    [chosenSearch, isDesk, onSearch],
  );
  const tabIndexOf = isDesk ? focus.tabIndexOf : () => undefined;
  const parts = { zone, now, platforms, moving, tabIndexOf, onOpen: open };
  return (
    <div className="space-y-3" onClick={focus.onClick}>
      <CalendarBar zone={zone} search={chosenSearch} today={today} isDesk={isDesk} onSearch={onSearch} />
      <p role="status" className="sr-only">
        {moving.announcement}
      </p>
      {isError && (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-sm text-failed">
          {newestData ? TEXT.notUpdated : TEXT.failed}
          <Button onClick={() => void refetch()}>{TEXT.again}</Button>
        </p>
      )}
      {data?.more && <p className="text-sm text-attention">{TEXT.tooMany}</p>}
      <p role="status" className={lines.length === 0 && isDesk ? 'text-sm text-muted' : 'sr-only'}>
        {data && !isPlaceholderData && (lines.length === 0 ? TEXT.empty : TEXT.count(lines.length))}
      </p>
      <p id="calendar-keys" className="sr-only">
        {TEXT.keys}
      </p>
      <div {...(isDesk ? focus.rootProps : { ref: focus.rootProps.ref })} onPointerEnter={loadAhead}>
        {!isDesk && <Agenda {...parts} days={days} spans={spans} day={day} today={today} onDay={showDay} />}
        {isDesk && isDay && <HourList {...parts} hours={cells} spans={spans} />}
        {isDesk && !isDay && (
          <DayGrid
            {...parts}
            days={days}
            spans={spans}
            today={today}
            month={view === 'month' ? day.slice(0, 7) : null}
            onDay={showDay}
          />
        )}
      </div>
      <OpenedEntry
        ref={opener}
        lines={lines}
        userId={userId}
        zone={zone}
        accounts={data?.accounts ?? NO_ACCOUNTS}
        onMove={move.toInstant}
      />
    </div>
  );
}

/** Returns the instant with the minute of `scheduledFor` in this hour. */
function inHour(scheduledFor: string, hour: string, zone: string): string {
  const minute = Number(wallClock(scheduledFor, zone).slice(14, 16));
  return new Date(Date.parse(hour) + minute * A_MINUTE).toISOString();
}
