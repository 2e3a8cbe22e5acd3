import { getPrices } from '@posthorn/contracts/billing/billing.http';
import { queryOptions } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

/** The prices. This file is separate, because the loader needs only this query. */
export const pricesQuery = queryOptions({
  queryKey: [getPrices.path],
  queryFn: ({ signal }) => send(getPrices, undefined, { signal }),
});
