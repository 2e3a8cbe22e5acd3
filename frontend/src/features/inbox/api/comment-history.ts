import { getComment } from '@posthorn/contracts/inbox/comments.http';
import { queryOptions } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

/** All that happened to a comment, asked for anew whenever somebody opens it. */
export const commentHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: [getComment.path, id],
    queryFn: ({ signal }) => send(getComment, undefined, { params: { id }, signal }),
    select: ({ history }) => history,
    staleTime: 0,
    gcTime: 0,
  });
