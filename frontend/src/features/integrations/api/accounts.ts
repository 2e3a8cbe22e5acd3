import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { queryOptions } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

// Apart from what changes accounts: a loader is part of every first load.
export const accountsQuery = queryOptions({
  queryKey: [listAccounts.path],
  queryFn: ({ signal }) => send(listAccounts, undefined, { signal }),
});
