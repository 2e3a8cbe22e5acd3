import { precheckPost, type PrecheckRequest } from '@posthorn/contracts/scheduling/posts.http';
import { queryOptions } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

/** @param asked the `PrecheckRequest` as JSON, which is the key of the query; null sends no request */
export const serverCheckQuery = (asked: string | null) =>
  queryOptions({
    queryKey: [precheckPost.path, asked],
    queryFn: ({ signal }) => send(precheckPost, JSON.parse(asked ?? '{}') as PrecheckRequest, { signal }),
    staleTime: 60_000,
    gcTime: 60_000,
  });
