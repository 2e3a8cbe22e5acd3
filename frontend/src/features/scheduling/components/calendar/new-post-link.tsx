import { Link } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import { memo, type ReactNode } from 'react';
import { dayName } from '../../model/calendar/day-names.ts';
import { dayAt, morningOf } from '../../model/calendar/days.ts';
import { CALENDAR_TEXT as TEXT } from '../../messages/calendar.en.ts';
import type { EntryParts } from './calendar-entry.tsx';

type LinkProps = Readonly<{
  /** ISO 8601; null: the composer suggests a time. */
  when: string | null;
  label: string;
  className: string;
  tabIndex: 0 | -1 | undefined;
  children: ReactNode;
}>;

/** Opens the composer with a planned time. */
export const NewPostLink = ({ when, label, className, tabIndex, children }: LinkProps) => (
  <Link
    to="/posts"
    search={{ compose: true, ...(when !== null && { when }), from: 'calendar' }}
    data-new-post
    aria-label={label}
    tabIndex={tabIndex}
    className={className}
  >
    {children}
  </Link>
);

/** Returns the link for a new post on the day or hour that contains the element. */
export const newPostLinkAt = (element: Element | null): HTMLElement | null | undefined =>
  element?.closest('[data-cell]')?.querySelector<HTMLElement>('[data-new-post]');

type DayProps = Pick<EntryParts, 'zone' | 'now'> &
  Readonly<{ day: string; tabIndex: 0 | -1 | undefined; className: string }>;

/** Opens the composer for the morning of a day. If this morning has passed, the composer suggests a time. Past days get no link. */
export const NewPostOn = memo(function NewPostOn({ day, zone, now, tabIndex, className }: DayProps) {
  if (day < dayAt(now, zone)) return null;
  const morning = morningOf(day, zone);
  return (
    <NewPostLink
      when={Date.parse(morning) > now ? morning : null}
      label={TEXT.createOn(dayName(day))}
      className={className}
      tabIndex={tabIndex}
    >
      <Plus aria-hidden className="size-4" />
    </NewPostLink>
  );
});
