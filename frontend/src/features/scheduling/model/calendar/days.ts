import {
  endOfMonth,
  endOfWeek,
  parseDate,
  startOfMonth,
  startOfWeek,
  Time,
  toCalendarDate,
  toCalendarDateTime,
  fromAbsolute,
  toZoned,
  type CalendarDate,
} from '@internationalized/date';

export const CALENDAR_VIEWS = ['month', 'week', 'day'] as const;
export type CalendarSpan = (typeof CALENDAR_VIEWS)[number];

const A_DAY = 86_400_000;
const MORNING = new Time(9);

/** Returns the days that a view shows, each like `2026-11-28`. `locale` decides on which weekday a week begins. */
function daysOf(view: CalendarSpan, day: string, locale: string): readonly string[] {
  const date = parseDate(day);
  if (view === 'day') return [day];
  const [first, last] = view === 'month' ? [startOfMonth(date), endOfMonth(date)] : [date, date];
  return daysBetween(startOfWeek(first, locale), endOfWeek(last, locale));
}

function daysBetween(first: CalendarDate, last: CalendarDate): readonly string[] {
  const days: string[] = [];
  for (let day = first; day.compare(last) <= 0; day = day.add({ days: 1 })) days.push(day.toString());
  return days;
}

/** Returns the days of each week, seven by seven. */
export const weeksOf = (days: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));

/** Returns the day that the view shows after a step forwards (1) or backwards (-1). */
export const stepOf = (view: CalendarSpan, day: string, by: 1 | -1): string =>
  parseDate(day)
    .add(view === 'month' ? { months: by } : { days: view === 'week' ? 7 * by : by })
    .toString();

/** Returns the day `days` later, or earlier if `days` is negative. */
export const dayAfter = (day: string, days: number): string => parseDate(day).add({ days }).toString();

/** Returns the number of days from the first day to the second. */
export const daysApart = (first: string, second: string): number =>
  Math.round((Date.parse(second) - Date.parse(first)) / A_DAY);

/** Returns the day in a zone at an instant (milliseconds since 1970). */
export const dayAt = (at: number, zone: string): string => toCalendarDate(fromAbsolute(at, zone)).toString();

/** Returns the instant at which a day begins in a zone, ISO 8601. On the day of a clock change, some zones have no midnight. */
export const startOf = (day: string, zone: string): string =>
  toZoned(parseDate(day), zone).toDate().toISOString();

/** Returns the start of each hour of a day, ISO 8601. A day with a clock change may have 23 or 25 hours. */
function hoursOf(day: string, zone: string): readonly string[] {
  const end = Date.parse(startOf(dayAfter(day, 1), zone));
  const hours: string[] = [];
  for (let at = Date.parse(startOf(day, zone)); at < end; at += 3_600_000)
    hours.push(new Date(at).toISOString());
  return hours;
}

/** The cells of a view: days, or the starts of the hours of one day. `starts`: the start of each cell, then the end of the last cell. */
export type CalendarCells = Readonly<{
  days: readonly string[];
  cells: readonly string[];
  starts: readonly string[];
}>;

export function cellsOf(view: CalendarSpan, day: string, zone: string, locale: string): CalendarCells {
  const days = daysOf(view, day, locale);
  const cells = view === 'day' ? hoursOf(day, zone) : days;
  const starts = view === 'day' ? cells : days.map((each) => startOf(each, zone));
  return { days, cells, starts: [...starts, startOf(dayAfter(days.at(-1) ?? day, 1), zone)] };
}

/** Returns the proposed time of a new post on a day, 9 o'clock, as ISO 8601. */
export const morningOf = (day: string, zone: string): string =>
  toZoned(toCalendarDateTime(parseDate(day), MORNING), zone)
    .toDate()
    .toISOString();

type Timed = Readonly<{ scheduledFor: string }>;

/** Returns the items of each span, earliest first.
 * @param starts the start of each span, in order, then the end of the last span (ISO 8601, UTC)
 */
export function itemsBySpan<Item extends Timed>(
  items: readonly Item[],
  starts: readonly string[],
): readonly (readonly Item[])[] {
  const spans: Item[][] = starts.slice(1).map(() => []);
  for (const item of items) {
    const after = starts.findIndex((start) => start > item.scheduledFor);
    if (after > 0) spans[after - 1]?.push(item);
  }
  return spans.map((each) => each.sort((one, other) => (one.scheduledFor < other.scheduledFor ? -1 : 1)));
}
