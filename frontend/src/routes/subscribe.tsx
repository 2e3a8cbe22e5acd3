import { useQuery } from '@tanstack/react-query';
import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { pricesQuery } from '#features/billing/api/prices.ts';
import { SubscribePage, type Return } from '#features/billing/components/subscribe-page.tsx';
import { currentUserQuery } from '#features/identity/api/current-user.ts';
import { loadedPath } from '#lib/page-loaded.ts';

const PATH = '/subscribe';

/** As Stripe leads back (docs.stripe.com/payments/payment-element: `redirect_status`). It starts a look at Stripe, and grants nothing. */
type SubscribeSearch = Readonly<{ success?: true; redirect_status?: 'failed' }>;

export const Route = createFileRoute('/subscribe')({
  validateSearch: (search): SubscribeSearch => ({
    ...(String(search['success']) === 'true' && { success: true }),
    ...(search['redirect_status'] === 'failed' && { redirect_status: 'failed' }),
  }),
  beforeLoad: ({ location }) => {
    // A page keeps the policy it was loaded with, and only that of this address lets Stripe's script in.
    if (![PATH, null].includes(loadedPath()))
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router's way to leave for another page
      throw redirect({ href: `${PATH}${location.searchStr}`, reloadDocument: true });
  },
  loader: async ({ context: { queryClient } }) => {
    // The page is shown without prices; there is no button then.
    const prices = queryClient.query({ ...pricesQuery, staleTime: 'static' }).catch(() => null);
    await Promise.all([queryClient.query(currentUserQuery), prices]);
  },
  component: SubscribeScreen,
});

function SubscribeScreen() {
  const search = Route.useSearch();
  const navigate = useNavigate();
  const [returned] = useState<Return>(() => {
    if (search.redirect_status) return 'failed';
    return search.success ? 'success' : null;
  });
  useEffect(() => {
    // A reload is no new return, and the secret of the payment is not left in the address.
    if (returned) void navigate({ to: PATH, search: {}, replace: true });
  }, [returned, navigate]);
  const { data: user = null } = useQuery(currentUserQuery);
  const { data: prices = null } = useQuery(pricesQuery);
  return <SubscribePage user={user} prices={prices} returned={returned} />;
}
