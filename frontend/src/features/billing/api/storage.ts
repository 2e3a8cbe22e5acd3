import { mediaUsage } from '@posthorn/contracts/shared/media-usage.http';
import { queryOptions } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

export const storageQuery = queryOptions({
  queryKey: [mediaUsage.path],
  queryFn: ({ signal }) => send(mediaUsage, undefined, { signal }),
  // Uploads and posts that go change it, and nothing tells of that.
  staleTime: 0,
});
