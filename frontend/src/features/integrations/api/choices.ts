import { chooseAccounts, listChoices } from '@posthorn/contracts/integrations/choices.http';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';
import { accountsQuery } from './accounts.ts';

/** Asked anew at every visit: the list is used up by the choice. */
export const choicesQuery = queryOptions({
  queryKey: [listChoices.path],
  queryFn: ({ signal }) => send(listChoices, undefined, { signal }),
});

export function useChooseAccounts() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: { ids: readonly string[] }) => send(chooseAccounts, request),
    onSuccess: () => queryClient.invalidateQueries(accountsQuery),
  });
}
