import { precheckPost, type PrecheckRequest } from '@posthorn/contracts/scheduling/posts.http';
import { queryOptions } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

/** @param request the `PrecheckRequest` as JSON, which is the key of the query. Null: there is none. Then the caller must disable the query. */
export const serverCheckQuery = (request: string | null) =>
  queryOptions({
    queryKey: [precheckPost.path, request],
    queryFn: ({ signal }) => send(precheckPost, JSON.parse(request ?? '{}') as PrecheckRequest, { signal }),
    staleTime: 60_000,
    gcTime: 60_000,
  });
