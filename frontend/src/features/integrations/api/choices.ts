import { listChoices } from '@posthorn/contracts/integrations/choices.http';
import { queryOptions } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

/**
 * Loaded again at each visit, because a choice uses up the list. Its key is not below the accounts' path. A live update of the accounts would
 * otherwise reload the list while the user's choice is being saved.
 */
export const choicesQuery = queryOptions({
  queryKey: ['choices', listChoices.path],
  queryFn: ({ signal }) => send(listChoices, undefined, { signal }),
  staleTime: 0,
});
