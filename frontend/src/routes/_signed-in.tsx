import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Outlet, redirect, useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { currentUserQuery } from '#features/identity/api/current-user.ts';
import { useZoneDetection } from '#features/identity/api/detect-timezone.ts';
import { accountsQuery } from '#features/integrations/api/accounts.ts';
import { AccountPictures } from '#ui/account-avatar.tsx';
import { AppShell } from './-shell/app-shell.tsx';
import { useLiveLists } from './-shell/live-lists.ts';

const ConsentMessage = lazy(async () => ({
  default: (await import('#features/integrations/components/consent-message.tsx')).ConsentMessage,
}));
/** Matches a URL that contains the result of a consent. */
const CONSENT_RESULT = /[?&](?:connected|granted|refused)=/u;

export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async ({ context: { queryClient }, location }) => {
    // Without a connection, a known user can still open forms.
    const user = await queryClient.query(currentUserQuery).catch((error: unknown) => {
      const known = queryClient.getQueryData(currentUserQuery.queryKey);
      if (known) return known;
      throw error;
    });
    if (!user) {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router redirects by a thrown value
      throw redirect({ to: '/login', search: location.href === '/' ? {} : { next: location.href } });
    }
    return { user };
  },
  pendingMs: 0,
  component: SignedIn,
});

function SignedIn() {
  const { user: loadedUser } = Route.useRouteContext();
  const { data } = useSuspenseQuery(currentUserQuery);
  const user = data ?? loadedUser;
  const navigate = useNavigate();
  useEffect(() => {
    // The user signed out in another window, or the session has ended.
    if (data === null) void navigate({ to: '/login' });
  }, [data, navigate]);
  const hasConsentResult = useLocation({ select: ({ searchStr }) => CONSENT_RESULT.test(searchStr) });
  useZoneDetection(data);
  useLiveLists(user.id);
  // The screens load the accounts, each at its own time.
  const { data: accounts } = useQuery({ ...accountsQuery, enabled: false });
  return (
    <AccountPictures value={accounts}>
      <AppShell user={user}>
        <Outlet />
        <Suspense>{hasConsentResult && <ConsentMessage />}</Suspense>
      </AppShell>
    </AccountPictures>
  );
}
