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

/** Reloads the user, including the plan. */
export const reloadUser = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [currentUser.path] });

/** Makes the server read the subscription from Stripe, for installations without webhooks. Ignores errors and keeps the known plan. */
export async function refreshPlan(queryClient: QueryClient): Promise<void> {
  try {
    queryClient.setQueryData(billingQuery.queryKey, await send(refreshBilling, undefined));
  } catch {
    // There were too many requests, or Stripe is down. Stripe may also send webhooks to the server.
  }
  await reloadUser(queryClient);
}

/** Loads the plan before its card appears. `isBack`: the user returns from Stripe's page and may have changed the subscription. Never
 * rejects, because the card works without the plan.
 */
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

/** Opens Stripe's page for the subscription. */
export const useOpenPortal = () =>
  useDeclaredMutation({
    send: (flow: PortalFlow | null) => send(openPortal, flow === null ? {} : { flow }),
    onDone: (_, { url }) => {
      window.location.assign(url);
    },
    failure: { title: PLAN_TEXT.failed.title, again: PLAN_TEXT.failed.hint },
  });
