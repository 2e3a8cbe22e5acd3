import { listChoices } from '@posthorn/contracts/integrations/choices.http';
import { queryOptions } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

/** Asked anew at every visit: the list is used up by the choice. */
export const choicesQuery = queryOptions({
  queryKey: [listChoices.path],
  queryFn: ({ signal }) => send(listChoices, undefined, { signal }),
});
