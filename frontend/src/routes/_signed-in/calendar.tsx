import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { currentUserQuery } from '#features/identity/api/current-user.ts';
import { Calendar } from '#features/scheduling/components/calendar/calendar.tsx';
import { CALENDAR_TEXT as TEXT } from '#features/scheduling/messages/calendar.en.ts';
import {
  readCalendarSearch,
  type CalendarSearch,
} from '#features/scheduling/model/calendar/calendar-search.ts';
import { LiveState } from '#ui/live-state.tsx';
import { ScreenHeading } from '#ui/screen-heading.tsx';

export const Route = createFileRoute('/_signed-in/calendar')({
  // The screen validates the values, because every first load contains this function.
  validateSearch: (search) => search as CalendarSearch,
  component: CalendarScreen,
});

function CalendarScreen() {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const search = readCalendarSearch(Route.useSearch());
  const navigate = useNavigate();
  return (
    <div data-sided data-roomy className="space-y-4">
      <header>
        <ScreenHeading>{TEXT.title}</ScreenHeading>
        {user && <LiveState subtitle={TEXT.subtitle} zone={user.timezone} />}
      </header>
      {user && (
        <Calendar
          userId={user.id}
          zone={user.timezone}
          search={search}
          onSearch={(next) => {
            void navigate({ to: '.', search: readCalendarSearch(next), resetScroll: false, replace: true });
          }}
        />
      )}
    </div>
  );
}
