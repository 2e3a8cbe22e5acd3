import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { queryOptions } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

// Separate from the mutations of accounts, because every first load contains the code of a loader.
export const accountsQuery = queryOptions({
  queryKey: [listAccounts.path],
  queryFn: ({ signal }) => send(listAccounts, undefined, { signal }),
});
