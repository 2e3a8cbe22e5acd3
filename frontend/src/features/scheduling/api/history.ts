import { getHistory } from '@posthorn/contracts/scheduling/history.http';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

/** The whole history of a post. The query key begins with the path of the posts, so live updates refresh the history. */
export const historyQuery = (postId: number) =>
  queryOptions({
    queryKey: [getHistory.path, postId, null],
    queryFn: ({ signal }) => send(getHistory, undefined, { params: { id: postId }, signal }),
  });

/** The post as it was at an instant, ISO 8601. */
export const historyAtQuery = (postId: number, at: string) =>
  queryOptions({
    queryKey: [getHistory.path, postId, at],
    queryFn: ({ signal }) => send(getHistory, undefined, { params: { id: postId }, query: { at }, signal }),
    placeholderData: keepPreviousData,
  });
