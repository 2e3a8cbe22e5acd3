import type { CalendarDraft, CalendarItem } from '@posthorn/contracts/scheduling/calendar.http';

/** What stands on a day of the calendar. */
export type CalendarLine = CalendarItem | CalendarDraft;

export const isDraftLine = (line: CalendarLine): line is CalendarDraft => 'draft' in line;

/** A draft may be planned anew at any time. */
export const isMovable = (line: CalendarLine): boolean => isDraftLine(line) || line.movable;
