import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { LINKED_TEXT } from '@posthorn/contracts/identity/sign-in-problems';
import { SIGN_IN_PROVIDER_NAMES } from '@posthorn/contracts/identity/sign-in-providers.http';
import { currentUserQuery } from '#features/identity/api/current-user.ts';
import { sessionsQuery } from '#features/identity/api/sessions.ts';
import { AccountCard } from '#features/identity/components/account-card.tsx';
import { AppearanceCard } from '#features/identity/components/appearance-card.tsx';
import { SignInCard } from '#features/identity/components/sign-in-card.tsx';
import { TimezoneCard } from '#features/identity/components/timezone-card.tsx';
import { linkedBy, problemText } from '#features/identity/sign-in-outcome.ts';
import { signInSearch, type SignInSearch } from '#features/identity/sign-in-search.ts';
import { accountsQuery } from '#lib/accounts-query.ts';
import { ConnectedAccountsCard } from '#features/integrations/components/connected-accounts-card.tsx';
import { platformsQuery } from '#lib/platforms-query.ts';
import { ScreenHeading } from '#ui/screen-heading.tsx';
import { toast } from '#ui/toast-store.ts';
import { APP_TEXT } from '../../messages.en.ts';

export const Route = createFileRoute('/_signed-in/settings')({
  validateSearch: (search): SignInSearch => signInSearch(search),
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.query({ ...accountsQuery, staleTime: 'static' }),
      queryClient.query(platformsQuery),
      queryClient.query({ ...sessionsQuery, staleTime: 'static' }),
      // A loader is part of every first load; what it needs for one card is not.
      import('#features/identity/api/linked-sign-ins.ts').then(({ loadLinkedSignIns }) =>
        loadLinkedSignIns(queryClient),
      ),
    ]),
  component: SettingsScreen,
});

function SettingsScreen() {
  const search = Route.useSearch();
  const linked = linkedBy(search);
  const navigate = useNavigate();
  const { data: user } = useSuspenseQuery(currentUserQuery);
  useEffect(() => {
    if (!linked) return;
    toast({
      title: LINKED_TEXT.linked(SIGN_IN_PROVIDER_NAMES[linked]),
      description: LINKED_TEXT.linkedHint,
    });
    void navigate({ to: '/settings', search: {}, replace: true });
  }, [linked, navigate]);
  return (
    <div className="space-y-5">
      <header>
        <ScreenHeading>{APP_TEXT.settings}</ScreenHeading>
        <p className="text-muted">{APP_TEXT.settingsHint}</p>
      </header>
      <ConnectedAccountsCard isPremium={user?.isPremium ?? false} />
      <AppearanceCard />
      {user && <TimezoneCard user={user} />}
      <SignInCard problem={problemText(search)} />
      {user && <AccountCard user={user} />}
    </div>
  );
}
