import { listChoices } from '@posthorn/contracts/integrations/choices.http';
import { queryOptions } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

/**
 * Asked anew at every visit: the list is used up by the choice. Not kept under the path of the accounts: the news of those
 * comes while a choice is still being answered, and must not take the list away that it is made from.
 */
export const choicesQuery = queryOptions({
  queryKey: ['choices', listChoices.path],
  queryFn: ({ signal }) => send(listChoices, undefined, { signal }),
  staleTime: 0,
});
