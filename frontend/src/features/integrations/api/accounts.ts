import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { queryOptions } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

// This file has only the query, because the route loaders import it and every first load contains the loaders.
export const accountsQuery = queryOptions({
  queryKey: [listAccounts.path],
  queryFn: ({ signal }) => send(listAccounts, undefined, { signal }),
});
