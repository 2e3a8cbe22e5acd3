import { getComment } from '@posthorn/contracts/inbox/comments.http';
import { queryOptions } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

/** Loads the history of a comment, again each time a user opens it. */
export const commentHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: [getComment.path, id],
    queryFn: ({ signal }) => send(getComment, undefined, { params: { id }, signal }),
    select: ({ history }) => history,
    staleTime: 0,
    gcTime: 0,
  });
