import { countScheduledOn } from '@posthorn/contracts/scheduling/posts.http';
import { queryOptions } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

/** The number of scheduled posts of an account. Never cached. */
export const scheduledOnQuery = (id: number) =>
  queryOptions({
    queryKey: ['scheduled-on', countScheduledOn.path, id],
    queryFn: async ({ signal }) => {
      const { count } = await send(countScheduledOn, undefined, { params: { id }, signal });
      return count;
    },
    staleTime: 0,
    gcTime: 0,
  });
