import type { CalendarDraft, CalendarItem } from '@posthorn/contracts/scheduling/calendar.http';

/** An entry of the calendar: a post or a draft. */
export type CalendarLine = CalendarItem | CalendarDraft;

export const isDraftLine = (line: CalendarLine): line is CalendarDraft => 'draft' in line;

/** Whether the user can move the entry. Drafts can always move. */
export const isMovable = (line: CalendarLine): boolean => isDraftLine(line) || line.movable;
