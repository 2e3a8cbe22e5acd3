import { platforms, type Platform } from '@posthorn/contracts/shared/platform';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { currentUserQuery } from '#features/identity/api/current-user.ts';
import { sessionsQuery } from '#features/identity/api/sessions.ts';
import { AccountCard } from '#features/identity/components/account-card.tsx';
import { AppearanceCard } from '#features/identity/components/appearance-card.tsx';
import { TimezoneCard } from '#features/identity/components/timezone-card.tsx';
import { accountsQuery } from '#features/integrations/api/accounts.ts';
import { ConnectedAccountsCard } from '#features/integrations/components/connected-accounts-card.tsx';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { toast } from '#ui/toast-store.ts';

const isPlatform = (value: unknown): value is Platform => platforms.some((platform) => platform === value);

export const Route = createFileRoute('/_signed-in/settings')({
  validateSearch: ({ connected }): { connected?: Platform } => (isPlatform(connected) ? { connected } : {}),
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.query({ ...accountsQuery, staleTime: 'static' }),
      queryClient.query({ ...sessionsQuery, staleTime: 'static' }),
    ]),
  component: SettingsScreen,
});

function SettingsScreen() {
  const { connected } = Route.useSearch();
  const navigate = useNavigate();
  const { data: user } = useSuspenseQuery(currentUserQuery);
  useEffect(() => {
    if (!connected) return;
    toast({ title: `${PLATFORM_NAMES[connected]} connected`, description: 'You can publish there now.' });
    void navigate({ to: '/settings', search: {}, replace: true });
  }, [connected, navigate]);
  return (
    <div className="space-y-5">
      <header>
        <h1 className="text-2xl font-semibold tracking-tight">Settings</h1>
        <p className="text-muted">Your accounts, your time zone and how things look.</p>
      </header>
      <ConnectedAccountsCard />
      <AppearanceCard />
      {user && <TimezoneCard key={user.timezone} user={user} />}
      {user && <AccountCard user={user} />}
    </div>
  );
}
