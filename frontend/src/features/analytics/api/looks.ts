import { postLooks, refreshAnalytics } from '@posthorn/contracts/analytics/analytics.http';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';
import { figuresQuery } from './figures.ts';

export const looksQuery = (postId: number) =>
  queryOptions({
    queryKey: [postLooks.path, postId],
    queryFn: ({ signal }) => send(postLooks, undefined, { params: { id: postId }, signal }),
  });

/** Has the platforms asked now. What they answer is told of as news, and shown then. */
export function useRefreshFigures(postId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => send(refreshAnalytics, undefined, { params: { id: postId } }),
    onSuccess: () => queryClient.invalidateQueries(figuresQuery(postId)),
  });
}
