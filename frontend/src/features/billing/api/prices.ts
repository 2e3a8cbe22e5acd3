import { getPrices } from '@posthorn/contracts/billing/billing.http';
import { queryOptions } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

/** Loaded before the screen, so it is separate from what only the screen needs. */
export const pricesQuery = queryOptions({
  queryKey: [getPrices.path],
  queryFn: ({ signal }) => send(getPrices, undefined, { signal }),
});
