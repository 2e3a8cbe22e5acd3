import { CALENDAR_LISTS } from '@posthorn/contracts/scheduling/calendar.http';
import { CALENDAR_VIEWS, type CalendarSpan } from './days.ts';

export type CalendarList = (typeof CALENDAR_LISTS)[number];

/** The state of the calendar in the URL. */
export type CalendarSearch = {
  view?: CalendarSpan;
  /** `2026-11-28`; absent: today. */
  day?: string;
  account?: number;
  status?: CalendarList;
};

export function readCalendarSearch(search: Readonly<Record<string, unknown>>): CalendarSearch {
  const view = CALENDAR_VIEWS.find((known) => known === search['view']);
  const status = CALENDAR_LISTS.find((known) => known === search['status']);
  const account = Number(search['account']);
  const { day } = search;
  return {
    ...(view && { view }),
    ...(isDay(day) && { day }),
    ...(Number.isSafeInteger(account) && account > 0 && { account }),
    ...(status && { status }),
  };
}

/** Returns the days that the calendar shows. A phone has only one view. */
export const placeOf = (
  { view = 'month', day }: CalendarSearch,
  today: string,
  isDesk: boolean,
): Readonly<{ view: CalendarSpan; day: string }> => ({ view: isDesk ? view : 'week', day: day ?? today });

const isDay = (day: unknown): day is string => {
  if (typeof day !== 'string' || !/^\d{4}-\d{2}-\d{2}$/u.test(day)) return false;
  const at = new Date(day);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
};
