import { mediaUsage } from '@posthorn/contracts/shared/media-usage.http';
import { queryOptions } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

export const storageQuery = queryOptions({
  queryKey: [mediaUsage.path],
  queryFn: ({ signal }) => send(mediaUsage, undefined, { signal }),
  // Always stale, because uploads and deleted posts change the usage without a live update.
  staleTime: 0,
});
