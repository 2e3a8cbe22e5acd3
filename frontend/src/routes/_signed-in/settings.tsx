import { platforms, type Platform } from '@posthorn/contracts/shared/platform';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { LINKED_TEXT, SIGN_IN_PROVIDER_NAMES } from '@posthorn/contracts/identity/sign-in-providers.http';
import { currentUserQuery } from '#features/identity/api/current-user.ts';
import { loadLinkedSignIns } from '#features/identity/api/linked-sign-ins.ts';
import { sessionsQuery } from '#features/identity/api/sessions.ts';
import { AccountCard } from '#features/identity/components/account-card.tsx';
import { AppearanceCard } from '#features/identity/components/appearance-card.tsx';
import { SignInCard } from '#features/identity/components/sign-in-card.tsx';
import { TimezoneCard } from '#features/identity/components/timezone-card.tsx';
import { problemText, signInOutcome, type SignInOutcome } from '#features/identity/sign-in-outcome.ts';
import { accountsQuery } from '#features/integrations/api/accounts.ts';
import { ConnectedAccountsCard } from '#features/integrations/components/connected-accounts-card.tsx';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { toast } from '#ui/toast-store.ts';

const isPlatform = (value: unknown): value is Platform => platforms.some((platform) => platform === value);

export const Route = createFileRoute('/_signed-in/settings')({
  validateSearch: (search): SignInOutcome & { connected?: Platform } => ({
    ...signInOutcome(search),
    ...(isPlatform(search['connected']) && { connected: search['connected'] }),
  }),
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.query({ ...accountsQuery, staleTime: 'static' }),
      queryClient.query({ ...sessionsQuery, staleTime: 'static' }),
      loadLinkedSignIns(queryClient),
    ]),
  component: SettingsScreen,
});

function SettingsScreen() {
  const { connected, ...outcome } = Route.useSearch();
  const { linked } = outcome;
  const navigate = useNavigate();
  const { data: user } = useSuspenseQuery(currentUserQuery);
  useEffect(() => {
    if (!connected) return;
    toast({ title: `${PLATFORM_NAMES[connected]} connected`, description: 'You can publish there now.' });
    void navigate({ to: '/settings', search: {}, replace: true });
  }, [connected, navigate]);
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
        <h1 className="text-2xl font-semibold tracking-tight">Settings</h1>
        <p className="text-muted">Your accounts, your time zone and how things look.</p>
      </header>
      <ConnectedAccountsCard />
      <AppearanceCard />
      {user && <TimezoneCard key={user.timezone} user={user} />}
      <SignInCard problem={problemText(outcome)} />
      {user && <AccountCard user={user} />}
    </div>
  );
}
