import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { Filters } from '#features/analytics/components/filters.tsx';
import { MaskedOverview } from '#features/analytics/components/masked-overview.tsx';
import { Overview } from '#features/analytics/components/overview.tsx';
import { SCREEN_TEXT } from '#features/analytics/messages/screen.en.ts';
import { readAnalyticsSearch, type AnalyticsSearch } from '#features/analytics/model/search.ts';
import { daysOf } from '#features/analytics/model/period.ts';
import { currentUserQuery } from '#features/identity/api/current-user.ts';
import { accountsQuery } from '#features/integrations/api/accounts.ts';
import { useNow } from '#lib/now.ts';
import { Button } from '#ui/button.tsx';
import { ScreenHeading } from '#ui/screen-heading.tsx';

export const Route = createFileRoute('/_signed-in/analytics')({
  // The screen validates the values, because every first load contains this function.
  validateSearch: (search) => search as AnalyticsSearch,
  component: AnalyticsScreen,
});

function AnalyticsScreen() {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  return (
    <div data-sided className="space-y-4">
      <header>
        <Button asChild variant="quiet" className="-mt-2 -ml-3">
          <Link to="/posts">
            <ArrowLeft aria-hidden />
            {SCREEN_TEXT.back}
          </Link>
        </Button>
        <ScreenHeading>{SCREEN_TEXT.title}</ScreenHeading>
        <p className="text-sm text-muted">{SCREEN_TEXT.subtitle}</p>
      </header>
      {user && (user.isPremium ? <Figures zone={user.timezone} /> : <MaskedOverview />)}
    </div>
  );
}

function Figures({ zone }: { zone: string }) {
  const search = readAnalyticsSearch(Route.useSearch());
  const navigate = useNavigate();
  const now = useNow();
  const { data: accounts = [] } = useQuery(accountsQuery);
  const { account: accountId, age = 'newest', platform } = search;
  const { from, to } = daysOf(search, now, zone);
  return (
    <>
      <Filters
        chosen={{ ...search, age, from, to, isOwn: search.from !== undefined }}
        accounts={accounts}
        onChange={(change) => {
          void navigate({
            to: '.',
            search: (before) => readAnalyticsSearch({ ...before, ...change }),
            resetScroll: false,
            replace: true,
          });
        }}
      />
      <Overview
        question={{ from, to, age, ...(platform && { platform }), ...(accountId && { accountId }) }}
        zone={zone}
      />
    </>
  );
}
