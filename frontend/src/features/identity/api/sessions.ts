import { endSession, listSessions } from '@posthorn/contracts/identity/session.http';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

export const sessionsQuery = queryOptions({
  queryKey: [listSessions.path],
  queryFn: ({ signal }) => send(listSessions, undefined, { signal }),
});

export function useEndSession(onError: (error: Error) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => send(endSession, undefined, { params: { id } }),
    onError,
    onSettled: () => queryClient.invalidateQueries(sessionsQuery),
  });
}
