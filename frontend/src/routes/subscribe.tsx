import { useQuery } from '@tanstack/react-query';
import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { pricesQuery } from '#features/billing/api/prices.ts';
import { SubscribePage, type Return } from '#features/billing/components/subscribe-page.tsx';
import { currentUserQuery } from '#features/identity/api/current-user.ts';
import { loadedPath } from '#lib/page-loaded.ts';

const PATH = '/subscribe';

/** The return parameters of Stripe (docs.stripe.com/payments/payment-element: `redirect_status`). They only make the server ask Stripe, and
 * never grant Premium.
 */
type SubscribeSearch = Readonly<{ success?: true; redirect_status?: 'failed' }>;

export const Route = createFileRoute('/subscribe')({
  validateSearch: (search): SubscribeSearch => ({
    ...(String(search['success']) === 'true' && { success: true }),
    ...(search['redirect_status'] === 'failed' && { redirect_status: 'failed' }),
  }),
  beforeLoad: ({ location }) => {
    // Reloads the page, because only the content security policy of this URL allows the script of Stripe.
    if (![PATH, null].includes(loadedPath()))
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router redirects by a thrown value
      throw redirect({ href: `${PATH}${location.searchStr}`, reloadDocument: true });
  },
  loader: async ({ context: { queryClient } }) => {
    // Without prices, the page works but has no button.
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
    // Clears the URL, because a reload must not count as a return and the secret of the payment must not stay in the URL.
    if (returned) void navigate({ to: PATH, search: {}, replace: true });
  }, [returned, navigate]);
  const { data: user = null } = useQuery(currentUserQuery);
  const { data: prices = null } = useQuery(pricesQuery);
  return <SubscribePage user={user} prices={prices} returned={returned} />;
}
