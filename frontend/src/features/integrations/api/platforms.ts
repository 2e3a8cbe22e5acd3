import { listPlatforms } from '@posthorn/contracts/integrations/platforms.http';
import { queryOptions } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

/** The platforms with their capabilities, which change only with a release of the server. */
export const platformsQuery = queryOptions({
  queryKey: [listPlatforms.path],
  queryFn: ({ signal }) => send(listPlatforms, undefined, { signal }),
  staleTime: Infinity,
});
