import {
  getBilling,
  openPortal,
  refreshBilling,
  type PortalFlow,
} from '@posthorn/contracts/billing/billing.http';
import { currentUser } from '@posthorn/contracts/identity/session.http';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { PLAN_TEXT } from '../messages/plan.en.ts';
import { storageQuery } from './storage.ts';

export const billingQuery = queryOptions({
  queryKey: [getBilling.path],
  queryFn: ({ signal }) => send(getBilling, undefined, { signal }),
});

/** Whoever the user is now, and whether they have Premium. */
export const askUserAgain = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [currentUser.path] });

/** Has the server ask Stripe, for where no webhook of Stripe arrives. A failure is no news: what is known stays. */
export async function refreshPlan(queryClient: QueryClient): Promise<void> {
  try {
    queryClient.setQueryData(billingQuery.queryKey, await send(refreshBilling, undefined));
  } catch {
    // Asked too often, or Stripe is away; the server is told by Stripe as well.
  }
  await askUserAgain(queryClient);
}

/** For a card that is shown whole. `isBack`: from Stripe's page, where something may have changed. Never fails: the card does without. */
export async function loadPlan(
  queryClient: QueryClient,
  { isBack }: Readonly<{ isBack: boolean }>,
): Promise<void> {
  if (isBack) await refreshPlan(queryClient);
  await Promise.all([
    queryClient.query({ ...billingQuery, staleTime: 'static' }).catch(() => null),
    queryClient.query(storageQuery).catch(() => null),
  ]);
}

/** Leads to Stripe's own page for a subscription. */
export const useOpenPortal = () =>
  useDeclaredMutation({
    send: (flow: PortalFlow | null) => send(openPortal, flow === null ? {} : { flow }),
    onDone: (_, { url }) => {
      window.location.assign(url);
    },
    failure: { title: PLAN_TEXT.failed.title, again: PLAN_TEXT.failed.hint },
  });
