import { showCalendar, type CalendarView } from '@posthorn/contracts/scheduling/calendar.http';
import type { QueryClient } from '@tanstack/react-query';

export const CALENDARS = { queryKey: [showCalendar.path] } as const;

/** Removes a post or a draft from all loaded spans of the calendar, before the server responds. */
export async function removeFromCalendars(cache: QueryClient, id: number | string): Promise<void> {
  await cache.cancelQueries(CALENDARS);
  cache.setQueriesData<CalendarView>(
    CALENDARS,
    (view) =>
      view && {
        ...view,
        items: view.items.filter((each) => each.id !== id),
        drafts: view.drafts.filter((each) => each.id !== id),
      },
  );
}
