import { listChoices } from '@posthorn/contracts/integrations/choices.http';
import { queryOptions } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

/** The accounts that a consent offers. The query reloads at each visit, because saving a choice consumes the list. The key does not begin
 * with the path of the accounts, because a live update of the accounts would reload the list during saving.
 */
export const choicesQuery = queryOptions({
  queryKey: ['choices', listChoices.path],
  queryFn: ({ signal }) => send(listChoices, undefined, { signal }),
  staleTime: 0,
});
